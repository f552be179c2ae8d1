import * as contract from "#lib/contract/queue-work.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { keepItems } from "#lib/queues/keep-items.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.keepItems, keepItems));
