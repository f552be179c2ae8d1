import type { AccountCtx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { setCheckpointAlias as contract } from "#lib/contract/models/models.ts";
import { moveAlias } from "#lib/models/checkpoints/move-alias.ts";
import { openModel } from "#lib/models/open-model.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { requirePassed } from "./require-passed.internal.ts";

type Input = InputOf<typeof contract>;

/** Where the alias has a gate, a checkpoint must pass it; the way back to the step before is always open, and an admin may override it. */
export async function setCheckpointAlias(ctx: AccountCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, input.modelId, "models:write");
  const { name, step, override = false } = input;
  const note = input.reason?.trim() || null;
  if (override) {
    requirePermission(ctx.actor, model.project, "project:manage");
    if (note === null) throw new Rejected("Say in reason why the gate is overridden", { param: "reason" });
  }
  await moveAlias(ctx, model, { name, step }, async (db, now) => {
    if (override) return { kind: "overridden", note, lines: [] };
    if (now?.previousStep === step) return { kind: "rolled_back", note, lines: [] };
    return { kind: "moved", note, lines: await requirePassed(db, model, { alias: name, step }) };
  });
  return { name, step };
}
