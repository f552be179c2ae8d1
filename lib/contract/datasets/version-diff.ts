import { endpoint } from "#lib/contract/endpoint.ts";
import { dict, identifier, list, oneOf, projectId, text } from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_VERSION, shared, VERSION_PATH } from "./dataset-parts.internal.ts";

export const CHANGES = ["added", "removed", "changed"] as const;
export type Change = (typeof CHANGES)[number];

/** A row that two versions do not have alike. Its id is that of its source, and so the same in both. */
export const RowChange = wireObject({
  change: oneOf(CHANGES),
  rowId: text(),
  /** As the other version has it; null of what was added. */
  before: z.nullable(dict),
  /** As this version has it; null of what was removed. */
  after: z.nullable(dict),
});
export type RowChange = z.output<typeof RowChange>;

export const diffDatasetVersion = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:read",
  operationId: "diffDatasetVersion",
  summary: "Compares a version with another one of its dataset",
  description:
    "Rows are matched by their `row_id`, which says what each was made from. `changed` are those whose content, split or weight differs. `changes` come in the order of this version, and after them what it lacks in the order of the other.",
  path: "/datasets/{dataset_id}/versions/{version}/diff",
  input: {
    params: VERSION_PATH,
    body: wireObject({
      projectId,
      /** The version before: `v` and a number, or a digest. */
      against: identifier(),
      change: maybe(oneOf(CHANGES)),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({
    added: count,
    removed: count,
    changed: count,
    unchanged: count,
    changes: list(RowChange),
  }),
  statuses: [404],
  example: { ...EXAMPLE_VERSION, version: "v1", against: "v0", limit: 20 },
});
