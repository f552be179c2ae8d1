import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { listAuditEvents } from "#lib/access/audit/list-audit-events.ts";
import * as contract from "#lib/contract/access/audit.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listAuditEvents, listAuditEvents),
);
