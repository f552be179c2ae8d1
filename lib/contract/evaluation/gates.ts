import { endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  bool,
  finiteNumber,
  identifier,
  integer,
  list,
  oneOf,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { checkpointAlias } from "#lib/contract/models/models.ts";
import { closedObject, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { Estimate } from "./estimate.ts";

/** What a checkpoint must show before an alias moves to it. */

const MAX_GUARDS = 8;
const STEP = integer({ min: 0, max: 2 ** 31 - 1 });
const nonNegative = finiteNumber.check(
  refuseUnless((value) => value >= 0, { type: "greater_than_equal", bound: 0 }),
);
const measured = { evaluationId: identifier(), metric: text({ min: 1, max: 64 }) };

export const GateTarget = closedObject({
  ...measured,
  /** The lower end of the gain's interval must be above this. */
  minGain: withDefault(nonNegative, 0),
});
export type GateTarget = z.output<typeof GateTarget>;

export const GateGuard = closedObject({
  ...measured,
  /** The lower end of the gain's interval must be above minus this: it may get worse by no more. */
  margin: nonNegative,
});
export type GateGuard = z.output<typeof GateGuard>;

export const CheckpointGate = wireObject({
  alias: text(),
  target: GateTarget,
  guards: list(GateGuard),
  /** Whether a checkpoint that passes waits for an admin all the same. */
  needsApproval: bool,
  updatedBy: text(),
  updatedAt: timestamp,
});
export type CheckpointGate = z.output<typeof CheckpointGate>;

export const GateLine = wireObject({
  role: oneOf(["target", "guard"]),
  evaluationId: text(),
  evaluationName: text(),
  metric: text(),
  passed: bool,
  /** How much better the checkpoint is than the one that has the alias; null where they were not both measured. */
  gain: z.nullable(Estimate),
  /** What was found, as a sentence. */
  finding: text(),
});
export type GateLine = z.output<typeof GateLine>;

const GATE_PATH = wireObject({ modelId: identifier(), alias: checkpointAlias });
const EXAMPLE_GATE = { model_id: "019a5b30-2c1e-7f42-8d10-0a1b2c3d4e5f", alias: "production" };
const EXAMPLE_LINE = { evaluation_id: "019a5b30-4f6a-7c33-9e62-7c8d9e0f1a2b", metric: "exact_match" };
const shared = { group: "training", auth: ["bearer", "session"], projectAt: "verb" } as const;

export const setCheckpointGate = endpoint({
  ...shared,
  operationId: "setCheckpointGate",
  summary: "Sets the gate of an alias: what a checkpoint must show before the alias moves to it",
  description:
    "The checkpoint is compared with the one that has the alias, or else with the model's oldest, in the newest completed runs of each evaluation. It passes if the lower end of the 95 % interval of its gain is above `min_gain` on the target and above minus `margin` on each guard. With `needs_approval`, only admins move it, and others ask with `POST /promotions`. While there is a gate, the alias cannot be deleted. For admins of the project.",
  method: "PUT",
  path: "/v1/preview/models/{model_id}/gates/{alias}",
  needs: "project:manage",
  input: {
    params: GATE_PATH,
    body: wireObject({
      target: GateTarget,
      guards: withDefault(list(GateGuard, { max: MAX_GUARDS }), []),
      needsApproval: withDefault(bool, false),
    }),
  },
  reply: wireObject({ gate: CheckpointGate }),
  statuses: [404],
  example: {
    ...EXAMPLE_GATE,
    target: { ...EXAMPLE_LINE, min_gain: 0 },
    guards: [{ ...EXAMPLE_LINE, metric: "nll", margin: 0.05 }],
  },
});

export const deleteCheckpointGate = endpoint({
  ...shared,
  operationId: "deleteCheckpointGate",
  summary: "Removes the gate of an alias",
  description: "Deleting again is 200 and deletes nothing. For admins of the project.",
  method: "DELETE",
  path: "/v1/preview/models/{model_id}/gates/{alias}",
  needs: "project:manage",
  input: { params: GATE_PATH },
  reply: wireObject({ deletedCount: integer() }),
  statuses: [404],
  example: EXAMPLE_GATE,
});

export const checkCheckpointGate = endpoint({
  ...shared,
  operationId: "checkCheckpointGate",
  summary: "Shows whether a checkpoint would pass the gate of an alias, line by line",
  description: "Changes nothing. An alias without a gate is 404.",
  method: "POST",
  path: "/v1/preview/models/{model_id}/gates/{alias}/check",
  needs: "models:read",
  input: { params: GATE_PATH, body: wireObject({ step: STEP }) },
  reply: wireObject({
    gate: CheckpointGate,
    /** The step that it is compared with; null where the model has no checkpoint. */
    incumbentStep: z.nullable(STEP),
    passed: bool,
    lines: list(GateLine),
  }),
  statuses: [404],
  example: { ...EXAMPLE_GATE, step: 3 },
});
