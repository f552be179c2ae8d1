/** What became of the calls that were added. */
export type Added = { addedCount: number; duplicates: number; pending: string[] };

type Batches = {
  addBatch: (callIds: string[]) => Promise<Added>;
  /** Called after each batch with how many calls are through. */
  onProgress: (done: number) => void;
  /** Ends the adding after the batch that is under way; what is in the queue stays. */
  signal: AbortSignal;
};

/** Few enough that a batch is a moment, and many enough that there are few. */
const BATCH = 500;

/** Adds any number of calls, batch after batch in their order; `done` says how many came to it. */
export async function addInBatches(
  callIds: readonly string[],
  { addBatch, onProgress, signal }: Batches,
): Promise<Added & { done: number }> {
  const sum = { addedCount: 0, duplicates: 0, pending: [] as string[], done: 0 };
  while (sum.done < callIds.length && !signal.aborted) {
    const batch = callIds.slice(sum.done, sum.done + BATCH);
    const { addedCount, duplicates, pending } = await addBatch(batch);
    sum.addedCount += addedCount;
    sum.duplicates += duplicates;
    sum.pending.push(...pending);
    sum.done += batch.length;
    onProgress(sum.done);
  }
  return sum;
}
