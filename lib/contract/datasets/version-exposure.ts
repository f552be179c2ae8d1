import { endpoint } from "#lib/contract/endpoint.ts";
import { integer, list, oneOf, projectId, text } from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_VERSION, rowPosition, shared, VERSION_PATH } from "./dataset-parts.internal.ts";
import { DATASET_KINDS } from "./uses.ts";

/** A version with rows to train on that belong together with rows that models are measured by. */
export const Exposure = wireObject({
  datasetId: text(),
  name: text(),
  kind: oneOf(DATASET_KINDS),
  number: count,
  /** What a training job names it by. */
  ref: text(),
  /** Its rows to train on that share a thread, a trace or a prompt with a measured row. */
  rows: count,
  /** The measured rows that they share one with. */
  measuredRows: count,
});
export type Exposure = z.output<typeof Exposure>;

export const queryVersionExposure = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:read",
  operationId: "queryVersionExposure",
  summary: "Lists the versions that train on what a version measures by",
  description:
    "Of a version of kind `eval`, all rows are meant, and of others those that are held out; with `position`, that row alone. A version is listed if rows to train on in it share a thread, a trace or a prompt with one of these, as the guard of builds understands it; so a score on those rows may be remembered and not learned. Newest first. Versions from before such keys were kept are not found.",
  path: "/datasets/{dataset_id}/versions/{version}/seen_by",
  input: {
    params: VERSION_PATH,
    body: wireObject({
      projectId,
      position: maybe(rowPosition),
      limit: withDefault(integer({ min: 1, max: 200 }), 50),
      offset: withDefault(count, 0),
    }),
  },
  reply: wireObject({ versions: list(Exposure), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_VERSION, limit: 20 },
});
