import * as contract from "#lib/contract/queues.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { updateItemProgress } from "#lib/queues/update-item-progress.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateItemProgress, updateItemProgress),
);
