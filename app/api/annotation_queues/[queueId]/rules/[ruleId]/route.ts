import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { deleteQueueRule } from "#lib/annotation/rules/delete-queue-rule.ts";
import { updateQueueRule } from "#lib/annotation/rules/update-queue-rule.ts";
import * as contract from "#lib/contract/annotation/queue-rules.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateQueueRule, updateQueueRule),
  handle(contract.deleteQueueRule, deleteQueueRule),
);
