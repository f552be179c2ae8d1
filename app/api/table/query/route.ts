import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { queryTable } from "#lib/compat/tables/query-table.ts";
import * as contract from "#lib/contract/compat/tables.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryTable, queryTable),
);
