import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { streamTable } from "#lib/compat/tables/stream-table.ts";
import * as contract from "#lib/contract/compat/tables.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.streamTable, streamTable),
);
