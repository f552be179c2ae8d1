import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createTable } from "#lib/compat/tables/create-table.ts";
import * as contract from "#lib/contract/compat/tables.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createTable, createTable),
);
