import type { RlEnding } from "#lib/contract/reinforcement/rl-runs.ts";
import { whileRunGoes } from "#lib/evaluation/going-runs/while-going.internal.ts";
import { withdrawItems } from "#lib/evaluation/rl-people/withdraw-items.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";

/** Does `work` in one transaction that nobody else can have with this run, and only until it has ended. */
export function whileGoing(
  db: Db,
  run: Pick<DueRlRun, "projectId" | "id">,
  work: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return whileRunGoes(db, "rl_run", run, async (tx) => {
    await tx.prisma.rlRun.updateMany({
      where: { id: run.id, startedAt: null },
      data: { startedAt: new Date() },
    });
    await work(tx);
  });
}

export type End =
  | { readonly state: "completed"; readonly ending: RlEnding; readonly text: string }
  | { readonly state: "failed" | "cancelled"; readonly message: string };

/** Ends a run, and the round that it is in. */
export async function endRlRun(db: Db, run: Pick<DueRlRun, "projectId" | "id">, end: End): Promise<void> {
  await whileGoing(db, run, async (tx) => {
    const endedAt = new Date();
    await withdrawItems(tx, run);
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
