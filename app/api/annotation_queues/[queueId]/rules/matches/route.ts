import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { countRuleMatches } from "#lib/annotation/rules/count-rule-matches.ts";
import * as contract from "#lib/contract/annotation/queue-rules.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.countRuleMatches, countRuleMatches),
);
