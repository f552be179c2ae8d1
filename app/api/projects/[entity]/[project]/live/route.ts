import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { followProject } from "#lib/access/projects/follow-project.ts";
import * as contract from "#lib/contract/traces/live.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.followProject, followProject),
);
