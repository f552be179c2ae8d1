import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/files.ts";
import { createFile } from "#lib/training/files/create-file.ts";
import { listFiles } from "#lib/training/files/list-files.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createFile, createFile),
  handle(contract.listFiles, listFiles),
);
