import { ANY_CREDENTIAL } from "#lib/contract/endpoint.ts";
import { identifier, integer, projectId } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";

/** What the endpoints of datasets have in common. */

export const DATASET_PATH = wireObject({ datasetId: identifier() });
/** `version` is `latest` (what the newest build gave), `v` and a number, or the digest of the version's object. */
export const VERSION_PATH = wireObject({ datasetId: identifier(), version: identifier() });
export const PROJECT = wireObject({ projectId });
export const count = integer({ min: 0 });

/** The place of a row in a version, as a request names it; no place is higher. */
export const rowPosition = integer({ min: 0, max: 2_147_483_647 });

export const shared = { group: "project", auth: ANY_CREDENTIAL } as const;

export const EXAMPLE_PROJECT = { project_id: "acme/support" };
export const EXAMPLE_DATASET = { ...EXAMPLE_PROJECT, dataset_id: "019a5b30-2d5e-7a11-8c40-5a6b7c8d9e0f" };
export const EXAMPLE_VERSION = { ...EXAMPLE_DATASET, version: "v0" };
export const EXAMPLE_RECIPE = {
  sources: [
    {
      kind: "queue",
      queue_id: "019a5b2e-8c14-7d3a-9f60-1b2c3d4e5f60",
      use: "labels",
      field: "weave:///acme/support/object/intent:v0",
      consensus: { rule: "majority", min_answers: 2 },
    },
  ],
  split: { held_out: 0.2, seed: 1 },
};
