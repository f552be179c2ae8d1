import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { keepItems } from "#lib/annotation/slots/keep-items.ts";
import * as contract from "#lib/contract/annotation/queue-work.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.keepItems, keepItems));
