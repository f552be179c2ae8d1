import type { AccountCtx } from "#lib/access/context.ts";
import { allows, requirePermission } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { setCheckpointAlias as contract } from "#lib/contract/models/models.ts";
import { type AliasNow, type AliasRight, moveAlias } from "#lib/models/checkpoints/move-alias.ts";
import { type OpenModel, openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, Rejected } from "#lib/platform/errors.ts";
import { findGate } from "./gate-rows.internal.ts";
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
  const requireRight = async (db: Db, now: AliasNow | null): Promise<AliasRight> => {
    if (override) return { kind: "overridden", note, lines: [] };
    if (now?.previousStep === step) return { kind: "rolled_back", note, lines: [] };
    await requireFree(ctx, model, { db, alias: name });
    return { kind: "moved", note, lines: await requirePassed(db, model, { alias: name, step }) };
  };
  const answer = async () => ({ name, step });
  return moveAlias(ctx, model, { name, step }, { requireRight, answer });
}

/** A gate that needs an approval is moved through by those who could approve. */
async function requireFree(
  { actor }: AccountCtx,
  { id: modelId, projectId, project }: OpenModel,
  { db, alias }: { db: Db; alias: string },
): Promise<void> {
  if (allows(actor, project, "project:manage")) return;
  const gate = await findGate(db, { projectId, modelId, alias });
  if (gate?.needsApproval)
    throw new Conflict(
      `The gate of ${alias} needs the approval of an admin; ask for it with POST /promotions`,
      {
        code: "needs_approval",
      },
    );
}
