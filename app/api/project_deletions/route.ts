import * as contract from "#lib/contract/projects.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { listProjectDeletions } from "#lib/projects/list-project-deletions.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listProjectDeletions, listProjectDeletions),
);
