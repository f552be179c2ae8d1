import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/threads.ts";
import { summarizeThreads } from "#lib/traces/threads/summarize-threads.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.summarizeThreads, summarizeThreads),
);
