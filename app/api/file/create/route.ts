import { createContentFile } from "#lib/content-files/create-content-file.ts";
import * as contract from "#lib/contract/content-files.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createContentFile, createContentFile),
);
