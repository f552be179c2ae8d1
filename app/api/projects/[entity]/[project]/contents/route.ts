import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getProjectContents } from "#lib/access/projects/get-project-contents.ts";
import * as contract from "#lib/contract/access/projects.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getProjectContents, getProjectContents),
);
