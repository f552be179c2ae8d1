import * as contract from "#lib/contract/threads.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { summarizeThreads } from "#lib/threads/summarize-threads.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.summarizeThreads, summarizeThreads),
);
