import { whileRunGoes } from "#lib/evaluation/going-runs/while-going.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import type { DueLoopRun } from "./due-loops.internal.ts";
import type { Ending } from "./next-step.ts";

/** Failures one after the other, after which people should look before it costs more. */
const MAX_FAILURES = 3;

type Run = Pick<DueLoopRun, "projectId" | "id" | "loopId" | "trigger">;

/** Ends a run. A loop that cannot work any more, or fails again and again, is paused and says why. */
export async function endLoopRun(
  db: Db,
  run: Run,
  { as, outcome }: Ending,
  { pauses = false } = {},
): Promise<void> {
  const { projectId, id, loopId } = run;
  await db.transaction(async (tx) => {
    // Before the run, as those who stop all loops hold them.
    await lockRow(tx, "loop", { projectId, id: loopId });
    await whileRunGoes(tx, "loop_run", run, async () => {
      const state = as === "failed" ? "failed" : "completed";
      await tx.prisma.loopRun.update({
        where: { id },
        data: { state, isSkipped: as === "skipped", outcome, endedAt: new Date() },
      });
      if (as !== "failed" || run.trigger === "manual") return;
      const last = await tx.prisma.loopRun.findMany({
        where: { projectId, loopId },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: MAX_FAILURES,
        select: { state: true },
      });
      const failsAlways = last.length === MAX_FAILURES && last.every((one) => one.state === "failed");
      if (!pauses && !failsAlways) return;
      const problem = pauses ? outcome : `${MAX_FAILURES} runs in a row failed, the last one so: ${outcome}`;
      await tx.prisma.loop.updateMany({
        where: { projectId, id: loopId },
        data: { isPaused: true, problem },
      });
    });
  });
}
