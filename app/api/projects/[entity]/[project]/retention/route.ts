import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/retention.ts";
import { getRetention } from "#lib/traces/retention/get-retention.ts";
import { removeRetention } from "#lib/traces/retention/remove-retention.ts";
import { setRetention } from "#lib/traces/retention/set-retention.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getRetention, getRetention),
  handle(contract.setRetention, setRetention),
  handle(contract.removeRetention, removeRetention),
);
