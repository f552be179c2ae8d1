import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { listDisagreements } from "#lib/annotation/quality/list-disagreements.ts";
import * as contract from "#lib/contract/annotation/queue-quality.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listDisagreements, listDisagreements),
);
