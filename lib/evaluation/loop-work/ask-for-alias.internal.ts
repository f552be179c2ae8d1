import type { LoopPromote } from "#lib/contract/loops/loop-settings.ts";
import { findGate } from "#lib/evaluation/gates/gate-rows.internal.ts";
import { setCheckpointAlias } from "#lib/evaluation/gates/set-checkpoint-alias.ts";
import { waitsWords } from "#lib/evaluation/loops/asked-words.ts";
import { createPromotion } from "#lib/evaluation/promotions/create-promotion.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { endLoopRun, endLoopRunAfter } from "./end-loop-run.internal.ts";
import { type Ending, findingOf } from "./next-step.ts";
import type { OpenLoopRun } from "./open-loop-run.internal.ts";

/** Asks for the alias or moves it, and ends the run in the same transaction. */
export async function askForAlias(open: OpenLoopRun): Promise<void> {
  const { run, ctx, promote } = open;
  const { step } = run;
  if (promote === null || step === null) return;
  try {
    await endLoopRunAfter(ctx.db, run, async (db) => {
      const wish = { promote, step };
      if (promote.act === "move" && (await wasDeleted(open, db, wish)))
        return {
          as: "skipped",
          outcome: `${promote.alias} was deleted while this run was at work, so nothing was moved. Step ${step} is there, and somebody may name it`,
        };
      return { as: "done", outcome: await ask(open, db, wish) };
    });
  } catch (error) {
    const ending = endingOf(error, { promote, step });
    if (ending === null) throw error;
    await endLoopRun(ctx.db, run, ending);
  }
}

type Wish = { promote: LoopPromote; step: number };

/** Whether somebody took the alias away since the run began: it would come back, and by nothing that it was compared with. */
async function wasDeleted(
  { run, train: { modelId } }: OpenLoopRun,
  db: Db,
  { promote: { alias } }: Wish,
): Promise<boolean> {
  const { projectId } = run;
  await lockModel(db, modelId, "update");
  if ((await db.prisma.checkpointAlias.count({ where: { projectId, modelId, name: alias } })) > 0)
    return false;
  const { createdAt } = await db.prisma.loopRun.findUniqueOrThrow({ where: { id: run.id } });
  const removed = { projectId, modelId, alias, kind: "removed", movedAt: { gte: createdAt } };
  return (await db.prisma.checkpointAliasMove.count({ where: removed })) > 0;
}

/** What asks for an admin asks, also where the loop acts for an admin: they have not looked at it. */
async function ask(open: OpenLoopRun, db: Db, { promote, step }: Wish): Promise<string> {
  const { run, train } = open;
  const { alias } = promote;
  const { modelId } = train;
  const place = { ...open.ctx, db };
  const gate = await findGate(db, { projectId: run.projectId, modelId, alias });
  if (promote.act === "move" && !gate?.needsApproval) {
    await setCheckpointAlias(place, { modelId, name: alias, step, reason: noteOf(open) });
    return `${alias} is step ${step} now. ${foundOf(open)}`.trim();
  }
  const projectId = place.project.path;
  const { promotion } = await createPromotion(place, {
    ...{ projectId, modelId, alias, step },
    note: noteOf(open),
  });
  await db.prisma.loopRun.update({ where: { id: run.id }, data: { promotionId: promotion.id } });
  return `${waitsWords({ step, alias })} ${foundOf(open)}`.trim();
}

function noteOf(open: OpenLoopRun): string {
  return `Loop ${open.run.loopName}. ${foundOf(open)}`.trim().slice(0, 2000);
}

function foundOf({ run, measure, gain }: OpenLoopRun): string {
  if (measure === null || gain === null || run.comparedStep === null) return "";
  return findingOf(gain, measure, run.comparedStep);
}

/** What the gate says is no fault of the loop, and what was asked for already need not be asked again. */
function endingOf(error: unknown, { promote, step }: Wish): Ending | null {
  if (!(error instanceof Conflict)) return null;
  if (error.code === "gate_failed") return { as: "skipped", outcome: error.message };
  if (error.code === "already_asked" || error.code === "already_there")
    return {
      as: "done",
      outcome: `Somebody was faster with step ${step} and ${promote.alias}: ${error.message}`,
    };
  return null;
}
