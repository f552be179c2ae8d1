import * as contract from "#lib/contract/queue-lead.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { summarizeQueues } from "#lib/queues/summarize-queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.summarizeQueues, summarizeQueues),
);
