import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { decideItem } from "#lib/annotation/quality/decide-item.ts";
import { undecideItem } from "#lib/annotation/quality/undecide-item.ts";
import * as contract from "#lib/contract/annotation/queue-lead.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.decideItem, decideItem),
  handle(contract.undecideItem, undecideItem),
);
