import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { answerItem } from "#lib/annotation/answers/answer-item.ts";
import * as contract from "#lib/contract/annotation/queue-work.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.answerItem, answerItem),
);
