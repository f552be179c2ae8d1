import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { reserveItems } from "#lib/annotation/slots/reserve-items.ts";
import * as contract from "#lib/contract/annotation/queue-work.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.reserveItems, reserveItems),
);
