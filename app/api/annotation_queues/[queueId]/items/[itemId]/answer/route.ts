import * as contract from "#lib/contract/queue-work.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { answerItem } from "#lib/queues/answer-item.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.answerItem, answerItem),
);
