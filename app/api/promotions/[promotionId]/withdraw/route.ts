import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/promotions.ts";
import { withdrawPromotion } from "#lib/evaluation/promotions/withdraw-promotion.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.withdrawPromotion, withdrawPromotion),
);
