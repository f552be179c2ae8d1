import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/loops/loops.ts";
import { deleteLoop } from "#lib/evaluation/loops/delete-loop.ts";
import { getLoop } from "#lib/evaluation/loops/get-loop.ts";
import { updateLoop } from "#lib/evaluation/loops/update-loop.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getLoop, getLoop),
  handle(contract.updateLoop, updateLoop),
  handle(contract.deleteLoop, deleteLoop),
);
