import * as contract from "#lib/contract/files.ts";
import { createFile } from "#lib/files/create-file.ts";
import { listFiles } from "#lib/files/list-files.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createFile, createFile),
  handle(contract.listFiles, listFiles),
);
