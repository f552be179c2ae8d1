import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { deleteQueue } from "#lib/annotation/queues/delete-queue.ts";
import { getQueue } from "#lib/annotation/queues/get-queue.ts";
import { updateQueue } from "#lib/annotation/queues/update-queue.ts";
import * as contract from "#lib/contract/annotation/queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteQueue, deleteQueue),
  handle(contract.getQueue, getQueue),
  handle(contract.updateQueue, updateQueue),
);
