import * as contract from "#lib/contract/queues.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { deleteQueue } from "#lib/queues/delete-queue.ts";
import { getQueue } from "#lib/queues/get-queue.ts";
import { updateQueue } from "#lib/queues/update-queue.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteQueue, deleteQueue),
  handle(contract.getQueue, getQueue),
  handle(contract.updateQueue, updateQueue),
);
