import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { previewFieldChange } from "#lib/annotation/fields/preview-field-change.ts";
import * as contract from "#lib/contract/annotation/queue-fields.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.previewFieldChange, previewFieldChange),
);
