import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { queryAliasMoves } from "#lib/evaluation/aliases/query-alias-moves.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryAliasMoves, queryAliasMoves),
);
