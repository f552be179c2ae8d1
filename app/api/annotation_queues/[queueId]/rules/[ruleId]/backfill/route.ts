import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { backfillQueueRule } from "#lib/annotation/rules/backfill-queue-rule.ts";
import { countRuleBackfill } from "#lib/annotation/rules/count-rule-backfill.ts";
import * as contract from "#lib/contract/annotation/queue-rules.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.countRuleBackfill, countRuleBackfill),
  handle(contract.backfillQueueRule, backfillQueueRule),
);
