import * as contract from "#lib/contract/queue-fields.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { queryFieldVersions } from "#lib/queues/query-field-versions.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryFieldVersions, queryFieldVersions),
);
