import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getItemWork } from "#lib/annotation/slots/get-item-work.ts";
import * as contract from "#lib/contract/annotation/queue-work.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getItemWork, getItemWork),
);
