import * as contract from "#lib/contract/tables.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { streamTable } from "#lib/tables/stream-table.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.streamTable, streamTable),
);
