import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { rollBackCheckpointAlias as contract } from "#lib/contract/evaluation/aliases.ts";
import { type AliasNow, type AliasRight, moveAlias } from "#lib/models/checkpoints/move-alias.ts";
import { type OpenModel, openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";

/** Who sees production fail does not wait for an evaluation, nor for anybody's approval. */
export async function rollBackCheckpointAlias(
  ctx: AccountCtx,
  { modelId, name, step: expected, note }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "models:write");
  const step = expected ?? (await stepBefore(ctx, model, name));
  const requireRight = async (_: Db, now: AliasNow | null): Promise<AliasRight> => {
    if (now?.previousStep !== step) throw movedMeanwhile(name, step, now?.previousStep ?? null);
    return { kind: "rolled_back", note: note?.trim() || null, lines: [] };
  };
  const answer = async () => ({ name, step });
  return moveAlias(ctx, model, { name, step }, { requireRight, answer });
}

async function stepBefore({ db }: AccountCtx, model: OpenModel, name: string): Promise<number> {
  const { projectId, id: modelId } = model;
  const where = { projectId_modelId_name: { projectId, modelId, name } };
  const alias = await db.prisma.checkpointAlias.findUnique({ where });
  if (!alias) throw new NotFound(`${model.name} has no alias ${name}`);
  if (alias.previousStep === null)
    throw new Conflict(`Nothing was before step ${alias.step} of ${name}; move it to another step`, {
      code: "nothing_before",
    });
  return alias.previousStep;
}

function movedMeanwhile(name: string, step: number, previous: number | null): Conflict {
  const where = previous === null ? "nothing was before" : `it would go back to step ${previous}`;
  return new Conflict(`The alias ${name} cannot go back to step ${step}: ${where}. Look at its history`, {
    code: "moved",
  });
}
