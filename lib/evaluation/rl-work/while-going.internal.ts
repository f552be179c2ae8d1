import type { RlEnding } from "#lib/contract/reinforcement/rl-runs.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";

/** Nothing large is written under this lock but the data of a round's job. */
const LIMITS = { timeoutMs: 60_000 };

/** Does `work` in one transaction that nobody else can have with this run, and only until it has ended. */
export function whileGoing(
  db: Db,
  { projectId, id }: Pick<DueRlRun, "projectId" | "id">,
  work: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockRow(tx, "rl_run", { projectId, id });
    const going = await tx.prisma.rlRun.findFirst({
      where: { projectId, id, state: { in: ["queued", "running"] } },
      select: { startedAt: true },
    });
    if (!going) return false;
    const now = new Date();
    // The run that was just worked on is last again.
    const data = { nextAttemptAt: now, waitingFor: null, idleRounds: 0 };
    await tx.prisma.rlRun.update({
      where: { id },
      data: { ...data, state: "running", startedAt: going.startedAt ?? now },
    });
    await work(tx);
    await tellProject(tx, projectId, "jobs");
    return true;
  }, LIMITS);
}

export type End =
  | { readonly state: "completed"; readonly ending: RlEnding; readonly text: string }
  | { readonly state: "failed" | "cancelled"; readonly message: string };

/** Ends a run, and the round that it is in. */
export async function endRlRun(db: Db, run: Pick<DueRlRun, "projectId" | "id">, end: End): Promise<void> {
  await whileGoing(db, run, async (tx) => {
    const endedAt = new Date();
    await tx.prisma.rlRun.update({
      where: { id: run.id },
      data:
        end.state === "completed"
          ? { state: "completed", ending: end.ending, endingText: end.text, endedAt }
          : { state: end.state, errorMessage: end.message, endedAt },
    });
    await tx.prisma.rlRound.updateMany({
      where: { projectId: run.projectId, runId: run.id, endedAt: null },
      data: { endedAt },
    });
  });
}
