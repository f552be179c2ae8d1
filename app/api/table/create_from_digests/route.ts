import * as contract from "#lib/contract/tables.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createTableFromDigests } from "#lib/tables/create-table-from-digests.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createTableFromDigests, createTableFromDigests),
);
