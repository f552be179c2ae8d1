import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/promotions.ts";
import { refusePromotion } from "#lib/evaluation/promotions/refuse-promotion.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.refusePromotion, refusePromotion),
);
