import { ANY_CREDENTIAL } from "#lib/contract/endpoint.ts";
import { identifier, integer, projectId } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** What the endpoints of evaluations have in common. */

export const EVALUATION_PATH = wireObject({ evaluationId: identifier() });
export const RUN_PATH = wireObject({ runId: identifier() });
export const PROJECT = wireObject({ projectId });
export const count = integer({ min: 0 });

export const shared = { group: "project", auth: ANY_CREDENTIAL } as const;

export const EXAMPLE_PROJECT = { project_id: "acme/support" };
export const EXAMPLE_EVALUATION = {
  ...EXAMPLE_PROJECT,
  evaluation_id: "019a5b30-4f6a-7c33-9e62-7c8d9e0f1a2b",
};
export const EXAMPLE_RUN = { ...EXAMPLE_PROJECT, run_id: "019a5b30-5a7b-7d44-8f73-8d9e0f1a2b3c" };
export const EXAMPLE_OTHER_RUN = "019a5b30-5a7b-7d44-8f73-8d9e0f1a2b3d";

/** Rows that a run is measured by whose answers, votes or decisions were retracted after their version was read, of all of them. Null where there are none. */
export const MEASURED_RETRACTIONS = z.nullable(
  wireObject({
    rows: count,
    totalRows: count,
    /** Of these rows, those that were retracted already when the run was asked for. */
    already: count,
  }),
);
