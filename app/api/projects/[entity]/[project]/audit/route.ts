import { listAuditEvents } from "#lib/audit/list-audit-events.ts";
import * as contract from "#lib/contract/audit.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listAuditEvents, listAuditEvents),
);
