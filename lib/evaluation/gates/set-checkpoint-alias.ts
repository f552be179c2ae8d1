import type { AccountCtx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { setCheckpointAlias as contract } from "#lib/contract/models/models.ts";
import { type AliasMove, moveAlias } from "#lib/models/checkpoints/move-alias.ts";
import { type OpenModel, openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, Rejected } from "#lib/platform/errors.ts";
import { checkGate } from "./check-gate.internal.ts";
import { findGate } from "./gate-rows.internal.ts";
import { incumbentOf } from "./incumbent-of.internal.ts";

type Input = InputOf<typeof contract>;

/** Where the alias has a gate, a checkpoint must pass it; the way back to the step before is always open, and an admin may override it. */
export async function setCheckpointAlias(ctx: AccountCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, input.modelId, "models:write");
  const { name, step, override = false, reason } = input;
  if (override) {
    requirePermission(ctx.actor, model.project, "project:manage");
    if (reason === undefined || reason.trim() === "")
      throw new Rejected("Say in reason why the gate is overridden", { param: "reason" });
  }
  const move: AliasMove = {
    name,
    step,
    ...(override && reason !== undefined ? { overrideReason: reason } : {}),
  };
  await moveAlias(ctx, model, move, (db) => (override ? Promise.resolve() : requirePassed(db, model, input)));
  return { name, step };
}

async function requirePassed(db: Db, model: OpenModel, { name: alias, step }: Input): Promise<void> {
  const { projectId, id: modelId, project } = model;
  const gate = await findGate(db, { projectId, modelId, alias });
  if (!gate) return;
  const incumbent = await incumbentOf(db, { projectId, modelId, alias });
  if (incumbent.step === null || incumbent.step === step || incumbent.previousStep === step) return;
  const steps = { modelId, candidate: step, incumbent: incumbent.step };
  const lines = await checkGate({ db, project }, gate, steps);
  const failed = lines.filter(({ passed }) => !passed).map(({ role, finding }) => `${role}: ${finding}`);
  if (failed.length > 0)
    throw new Conflict(`Step ${step} does not pass the gate of ${alias}. ${failed.join("; ")}`, {
      code: "gate_failed",
    });
}
