import * as contract from "#lib/contract/nodes.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { listNodes } from "#lib/nodes/list-nodes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.listNodes, listNodes));
