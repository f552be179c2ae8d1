import * as contract from "#lib/contract/queue-work.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { releaseItems } from "#lib/queues/release-items.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.releaseItems, releaseItems),
);
