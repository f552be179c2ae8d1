import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { checkpointAlias } from "#lib/contract/models/models.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { GateLine } from "./gates.ts";

/** Asking that an alias moves to a checkpoint, and what admins answer. */

const STEP = integer({ min: 0, max: 2 ** 31 - 1 });
const note = label(2000);

export const PROMOTION_STATES = ["waiting", "approved", "refused", "withdrawn"] as const;

export const Promotion = wireObject({
  id: text(),
  modelId: text(),
  modelName: text(),
  alias: text(),
  step: STEP,
  state: oneOf(PROMOTION_STATES),
  note: z.nullable(text()),
  /** What the gate found when it was asked; empty where there was none. */
  lines: list(GateLine),
  askedBy: text(),
  askedAt: timestamp,
  decidedBy: z.nullable(text()),
  decidedAt: z.nullable(timestamp),
  /** What who decided said to it. */
  decision: z.nullable(text()),
  /** It was refused, and since then nobody asked for the alias again, nor has that moved. */
  refusalStands: bool,
});
export type Promotion = z.output<typeof Promotion>;

const shared = { group: "project", auth: ANY_CREDENTIAL } as const;
const PATH = wireObject({ promotionId: identifier() });
const DECISION = wireObject({ projectId, note: maybe(note) });
const EXAMPLE_PROJECT = { project_id: "acme/support" };
const EXAMPLE = { ...EXAMPLE_PROJECT, promotion_id: "019a5b30-7d9e-7f66-8b95-0f1a2b3c4d5e" };
const reply = wireObject({ promotion: Promotion });

export const createPromotion = endpoint({
  ...shared,
  operationId: "createPromotion",
  summary: "Asks that an alias moves to a checkpoint",
  description:
    "It waits until an admin approves or refuses. A checkpoint that does not pass the gate of the alias is 409 with the code `gate_failed`; one that has the alias already `already_there`; what waits already `already_asked`.",
  method: "POST",
  path: "/promotions",
  needs: "models:write",
  input: {
    body: wireObject({
      projectId,
      modelId: identifier(),
      alias: checkpointAlias,
      step: STEP,
      note: maybe(note),
    }),
  },
  reply,
  statuses: [404, 409],
  example: {
    ...EXAMPLE_PROJECT,
    ...{ model_id: "019a5b30-2c1e-7f42-8d10-0a1b2c3d4e5f", alias: "production", step: 3 },
  },
});

export const queryPromotions = endpoint({
  ...shared,
  operationId: "queryPromotions",
  summary: "Lists what was asked, newest first",
  description:
    "Of models that were deleted, nothing is listed. `refusal_stands` says of what was refused that it is the last word: nobody asked for the alias since, and it has not moved.",
  method: "POST",
  path: "/promotions/query",
  needs: "models:read",
  input: {
    body: wireObject({
      projectId,
      modelId: maybe(identifier()),
      alias: maybe(checkpointAlias),
      state: maybe(oneOf(PROMOTION_STATES)),
      limit: withDefault(integer({ min: 1, max: 200 }), 50),
      offset: withDefault(integer({ min: 0, max: 1_000_000 }), 0),
    }),
  },
  reply: wireObject({ promotions: list(Promotion), totalCount: integer({ min: 0 }) }),
  example: { ...EXAMPLE_PROJECT, state: "waiting" },
});

export const approvePromotion = endpoint({
  ...shared,
  operationId: "approvePromotion",
  summary: "Approves, which moves the alias",
  description:
    "In one transaction, and only if the checkpoint passes the gate by now: otherwise it is 409 with the code `gate_failed`, and continues to wait. Approving again changes nothing; what was refused or withdrawn is 409 with the code `decided`. For admins of the project.",
  method: "POST",
  path: "/promotions/{promotion_id}/approve",
  needs: "project:manage",
  input: { params: PATH, body: DECISION },
  reply,
  statuses: [404, 409],
  example: { ...EXAMPLE, note: "Read the ten broken rows; none of them matters" },
});

export const refusePromotion = endpoint({
  ...shared,
  operationId: "refusePromotion",
  summary: "Refuses",
  description: "What was decided already is 409 with the code `decided`. For admins of the project.",
  method: "POST",
  path: "/promotions/{promotion_id}/refuse",
  needs: "project:manage",
  input: { params: PATH, body: DECISION },
  reply,
  statuses: [404, 409],
  example: { ...EXAMPLE, note: "It answers in the wrong language" },
});

export const withdrawPromotion = endpoint({
  ...shared,
  operationId: "withdrawPromotion",
  summary: "Withdraws what was asked",
  description: "For anyone who may ask. What was decided already is 409 with the code `decided`.",
  method: "POST",
  path: "/promotions/{promotion_id}/withdraw",
  needs: "models:write",
  input: { params: PATH, body: wireObject({ projectId }) },
  reply,
  statuses: [404, 409],
  example: EXAMPLE,
});
