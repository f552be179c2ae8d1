import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { updateTable } from "#lib/compat/tables/update-table.ts";
import * as contract from "#lib/contract/compat/tables.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateTable, updateTable),
);
