import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getTableStats } from "#lib/compat/tables/get-table-stats.ts";
import * as contract from "#lib/contract/compat/tables.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getTableStats, getTableStats),
);
