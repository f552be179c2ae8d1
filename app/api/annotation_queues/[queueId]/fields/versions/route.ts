import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { queryFieldVersions } from "#lib/annotation/fields/query-field-versions.ts";
import * as contract from "#lib/contract/annotation/queue-fields.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryFieldVersions, queryFieldVersions),
);
