import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/lineage.ts";
import { traceLineage } from "#lib/datasets/lineage/trace-lineage.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.traceLineage, traceLineage),
);
