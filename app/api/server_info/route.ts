import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/jobs/service-info.ts";
import { getServerInfo } from "#lib/jobs/system/get-server-info.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getServerInfo, getServerInfo),
);
