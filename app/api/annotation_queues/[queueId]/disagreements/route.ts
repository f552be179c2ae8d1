import * as contract from "#lib/contract/queue-quality.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { listDisagreements } from "#lib/queues/list-disagreements.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listDisagreements, listDisagreements),
);
