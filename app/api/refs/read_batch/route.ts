import * as contract from "#lib/contract/references.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { readReferences } from "#lib/references/read-references.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.readReferences, readReferences),
);
