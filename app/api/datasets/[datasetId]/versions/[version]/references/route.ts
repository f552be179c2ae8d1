import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/version-references.ts";
import { countVersionReferences } from "#lib/evaluation/references/count-version-references.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.countVersionReferences, countVersionReferences),
);
