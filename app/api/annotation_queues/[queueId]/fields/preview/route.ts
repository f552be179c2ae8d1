import * as contract from "#lib/contract/queue-fields.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { previewFieldChange } from "#lib/queues/preview-field-change.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.previewFieldChange, previewFieldChange),
);
