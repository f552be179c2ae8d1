import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/files.ts";
import { deleteFile } from "#lib/training/files/delete-file.ts";
import { getFile } from "#lib/training/files/get-file.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteFile, deleteFile),
  handle(contract.getFile, getFile),
);
