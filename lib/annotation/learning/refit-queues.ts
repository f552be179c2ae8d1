import type { Db } from "#lib/platform/db/database.ts";
import { isRetryable } from "#lib/platform/db/database-error.ts";
import { inTurns } from "#lib/platform/in-turns.ts";
import { log } from "#lib/platform/log.ts";
import { dueQueues, type LearningQueue } from "./due-queues.internal.ts";
import { fitFields } from "./fit-fields.internal.ts";
import { keepFits } from "./keep-fits.internal.ts";
import { rankItems } from "./rank-items.internal.ts";
import { readEvidence } from "./read-evidence.internal.ts";
import { storeSuggestions } from "./store-suggestions.internal.ts";

/**
 * Learns from the answers of each queue that asked for it, where enough has changed since the last time; gives how many queues those were.
 * What reservations and desks need is written down: the order of items, and suggestions. Items that somebody works on are passed over.
 */
export async function refitQueues(db: Db): Promise<number> {
  const due = await dueQueues(db);
  for (const queue of due) await tryRefit(db, queue);
  return due.length;
}

/** A queue that cannot be learned from waits for its next change, and the others continue. */
async function tryRefit(db: Db, queue: LearningQueue): Promise<void> {
  try {
    await refit(db, queue);
  } catch (error) {
    if (isRetryable(error)) throw error;
    log.error({ err: error, queue: queue.queueId }, "a queue could not be learned from");
    await keepFits(db, queue, []);
  }
}

async function refit(db: Db, queue: LearningQueue): Promise<void> {
  const evidence = await readEvidence(db, queue);
  const { fits, order, suggestions } = await inTurns(fitFields(evidence));
  if (queue.itemOrder === "informative") await rankItems(db, queue, order);
  if (queue.showsSuggestions) await storeSuggestions(db, queue, suggestions);
  await keepFits(db, queue, fits);
}
