import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { readContentFile } from "#lib/compat/content-files/read-content-file.ts";
import * as contract from "#lib/contract/compat/content-files.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.readContentFile, readContentFile),
);
