import * as contract from "#lib/contract/files.ts";
import { getFileContent } from "#lib/files/get-file-content.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getFileContent, getFileContent),
);
