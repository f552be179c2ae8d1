import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createContentFile } from "#lib/compat/content-files/create-content-file.ts";
import * as contract from "#lib/contract/compat/content-files.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createContentFile, createContentFile),
);
