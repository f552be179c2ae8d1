import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { readReferences } from "#lib/compat/references/read-references.ts";
import * as contract from "#lib/contract/compat/references.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.readReferences, readReferences),
);
