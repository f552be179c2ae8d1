import * as contract from "#lib/contract/service-info.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getVersion } from "#lib/system/get-version.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getVersion, getVersion),
);
