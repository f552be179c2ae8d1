import * as contract from "#lib/contract/files.ts";
import { deleteFile } from "#lib/files/delete-file.ts";
import { getFile } from "#lib/files/get-file.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteFile, deleteFile),
  handle(contract.getFile, getFile),
);
