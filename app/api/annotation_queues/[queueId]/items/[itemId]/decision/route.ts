import * as contract from "#lib/contract/queue-lead.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { decideItem } from "#lib/queues/decide-item.ts";
import { undecideItem } from "#lib/queues/undecide-item.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.decideItem, decideItem),
  handle(contract.undecideItem, undecideItem),
);
