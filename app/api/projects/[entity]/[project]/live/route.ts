import * as contract from "#lib/contract/live.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { followProject } from "#lib/live/follow-project.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.followProject, followProject),
);
