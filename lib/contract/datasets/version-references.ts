import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, projectId } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_VERSION, shared, VERSION_PATH } from "./dataset-parts.internal.ts";

/** Rows, and how many of them know what a good answer says. */
const ReferenceCount = wireObject({
  rows: count,
  references: count,
  /** Whether there are more such rows than the 2,000 that were read. */
  isSampled: bool,
});
export type ReferenceCount = z.output<typeof ReferenceCount>;

export const countVersionReferences = endpoint({
  ...shared,
  operationId: "countVersionReferences",
  summary: "Counts the rows of a version that have a reference",
  description:
    "A reference is what graders read as `item.reference`: of a conversation its last reply, of a pair the better answer, else the row's own. `asked` are the rows that reinforcement asks, `measured` those that evaluations ask. The first 2,000 of each are read; the `is_sampled` of each says whether there are more.",
  method: "GET",
  path: "/datasets/{dataset_id}/versions/{version}/references",
  needs: "datasets:read",
  input: { params: VERSION_PATH, query: wireObject({ projectId }) },
  reply: wireObject({ number: count, asked: ReferenceCount, measured: ReferenceCount }),
  statuses: [404],
  example: EXAMPLE_VERSION,
});
