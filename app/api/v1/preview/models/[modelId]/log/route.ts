import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/models.ts";
import { logTrajectories } from "#lib/models/models/log-trajectories.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.logTrajectories, logTrajectories),
);
