import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { releaseItems } from "#lib/annotation/slots/release-items.ts";
import * as contract from "#lib/contract/annotation/queue-work.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.releaseItems, releaseItems),
);
