import { awaitItems } from "#lib/annotation/items/await-items.ts";
import type { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import type { Db } from "#lib/platform/db/database.ts";

type Asking = {
  projectId: string;
  runId: string;
  round: number;
  human: Pick<RlHuman, "queueId" | "fallback">;
};

/** Shows annotators the answers of a round that still want a word; of the run's other items nobody waits any more. */
export async function waitForItems(
  db: Db,
  { projectId, runId, round, human: { queueId, fallback } }: Asking,
  callIds: readonly string[],
): Promise<void> {
  const found = await db.prisma.rlRound.findUnique({
    where: { projectId_runId_round: { projectId, runId, round } },
    select: { humanDeadline: true },
  });
  const until = found?.humanDeadline ?? null;
  const waits = callIds.length === 0 || until === null ? null : { callIds, until, fallback };
  await awaitItems(db, { projectId, queueId, runId, waits });
}
