import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createQueueRule } from "#lib/annotation/rules/create-queue-rule.ts";
import { listQueueRules } from "#lib/annotation/rules/list-queue-rules.ts";
import * as contract from "#lib/contract/annotation/queue-rules.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listQueueRules, listQueueRules),
  handle(contract.createQueueRule, createQueueRule),
);
