import { whileRunGoes } from "#lib/evaluation/going-runs/while-going.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import type { DueLoopRun } from "./due-loops.internal.ts";
import type { Ending } from "./next-step.ts";

/** Failures one after the other, after which people should look before it costs more. */
const MAX_FAILURES = 3;

type Run = Pick<DueLoopRun, "projectId" | "id" | "loopId" | "trigger">;

type Pausing = { pauses?: boolean };

/** Ends a run. A loop that cannot work any more, or fails again and again, is paused and says why. */
export function endLoopRun(db: Db, run: Run, ending: Ending, pausing: Pausing = {}): Promise<void> {
  return endLoopRunAfter(db, run, async () => ending, pausing);
}

/** As `endLoopRun`, once `work` has said how, in the same transaction. Nothing is done where somebody has stopped the run. */
export async function endLoopRunAfter(
  db: Db,
  run: Run,
  work: (tx: Db) => Promise<Ending>,
  { pauses = false }: Pausing = {},
): Promise<void> {
  const { projectId, id, loopId } = run;
  await db.transaction(async (tx) => {
    // Before the run, as those who stop all loops hold them.
    await lockRow(tx, "loop", { projectId, id: loopId });
    await whileRunGoes(tx, "loop_run", run, async () => {
      const { as, outcome } = await work(tx);
      const state = as === "failed" ? "failed" : "completed";
      await tx.prisma.loopRun.update({
        where: { id },
        data: { state, isSkipped: as === "skipped", outcome, endedAt: new Date() },
      });
      if (as !== "failed" || run.trigger === "manual") return;
      if (!pauses && !(await failsAlways(tx, run))) return;
      const problem = pauses ? outcome : `${MAX_FAILURES} runs in a row failed, the last one so: ${outcome}`;
      await tx.prisma.loop.updateMany({
        where: { projectId, id: loopId },
        data: { isPaused: true, problem },
      });
    });
  });
}

/** Since somebody saved the loop, which forgets what came before. */
async function failsAlways(db: Db, { projectId, loopId }: Run): Promise<boolean> {
  const { updatedAt } = await db.prisma.loop.findUniqueOrThrow({ where: { id: loopId } });
  const last = await db.prisma.loopRun.findMany({
    where: { projectId, loopId, createdAt: { gt: updatedAt } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_FAILURES,
    select: { state: true },
  });
  return last.length === MAX_FAILURES && last.every(({ state }) => state === "failed");
}
