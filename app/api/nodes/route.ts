import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/jobs/nodes.ts";
import { listNodes } from "#lib/jobs/system/list-nodes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.listNodes, listNodes));
