import type { AccountCtx, Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { listCheckpointAliases as contract } from "#lib/contract/evaluation/aliases.ts";
import { deadStepsOf } from "#lib/datasets/retractions/dead-steps-of.ts";
import { fallenStepsOf } from "#lib/datasets/retractions/fallen-steps-of.ts";
import { retractedRowsOf } from "#lib/datasets/retractions/retracted-rows-of.ts";
import { retractedStepsOf } from "#lib/datasets/retractions/retracted-steps-of.ts";
import { toGate } from "#lib/evaluation/gates/gate-rows.internal.ts";
import { standingRefusals } from "#lib/evaluation/promotions/standing-refusals.internal.ts";
import { latestCheckpoint } from "#lib/models/checkpoints/checkpoints.ts";
import { proposedStartOf } from "#lib/models/checkpoints/proposed-start-of.ts";
import { openModel } from "#lib/models/open-model.ts";

export async function listCheckpointAliases(
  ctx: AccountCtx,
  { modelId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { projectId, project } = await openModel(ctx, modelId, "models:read");
  const { prisma } = ctx.db;
  const where = { projectId, modelId };
  const aliases = await prisma.checkpointAlias.findMany({ where });
  const gates = await prisma.checkpointGate.findMany({ where });
  const asked = await openQuestions({ db: ctx.db, project }, modelId);
  const newest = await latestCheckpoint(ctx.db, { id: modelId });
  const retracted = await retractedRowsOf({ db: ctx.db, project }, [...aliases, ...(newest ? [newest] : [])]);
  const retractedSteps = await retractedStepsOf({ db: ctx.db, project }, modelId);
  const names = new Set([
    ...aliases.map(({ name }) => name),
    ...[...gates, ...asked].map(({ alias }) => alias),
  ]);
  return {
    aliases: [...names].sort().map((name) => {
      const alias = aliases.find((one) => one.name === name);
      const gate = gates.find((one) => one.alias === name);
      return {
        name,
        step: alias?.step ?? null,
        previousStep: alias?.previousStep ?? null,
        updatedBy: alias?.updatedBy ?? null,
        updatedAt: alias?.updatedAt ?? null,
        gate: gate ? toGate(gate) : null,
        retracted: alias ? retracted(alias) : null,
      };
    }),
    latest: newest && { step: newest.step, retracted: retracted(newest) },
    retractedSteps: inOrder(retractedSteps),
    deadSteps: inOrder(await deadStepsOf({ db: ctx.db, project }, modelId)),
    fallenSteps: await fallenStepsOf({ db: ctx.db, project }, modelId),
    proposedStart: await proposedStartOf({ db: ctx.db, project }, modelId),
  };
}

/** What waits for an admin, and what was refused without anything since. */
async function openQuestions(place: Pick<Ctx, "db" | "project">, modelId: string) {
  const of = { projectId: place.project.id, modelId, state: { in: ["waiting", "refused"] } };
  const asked = await place.db.prisma.promotion.findMany({ where: of });
  const stands = await standingRefusals(place, asked);
  return asked.filter(({ id, state }) => state === "waiting" || stands(id));
}

function inOrder(steps: ReadonlySet<number>): number[] {
  return [...steps].sort((a, b) => a - b);
}
