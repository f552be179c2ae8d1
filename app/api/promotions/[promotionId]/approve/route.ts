import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/promotions.ts";
import { approvePromotion } from "#lib/evaluation/promotions/approve-promotion.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.approvePromotion, approvePromotion),
);
