import type { PreferenceCheck } from "#lib/contract/training/training-data.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { estimateSeconds } from "./estimate-seconds.internal.ts";

/** A loss that depends on log-probabilities reads each token once more before it learns from it, which costs a third of that. */
const FIRST_LOOK = 4 / 3;
/** Only to read a token, of what it costs to learn from it. */
const READING = 1 / 3;

/** After earlier preference jobs, else after supervised ones, whose steps read each token only once. */
export async function preferenceSeconds(
  db: Db,
  model: Parameters<typeof estimateSeconds>[1],
  { tokens, referenceTokens, steps }: { tokens: number; referenceTokens: number; steps: number },
): Promise<PreferenceCheck["seconds"]> {
  const read = (referenceTokens * READING) / FIRST_LOOK;
  const own = await estimateSeconds(db, model, { tokens: tokens + read, steps, kind: "preference" });
  if (own) return own;
  const asSupervised = (tokens + read) * FIRST_LOOK;
  return estimateSeconds(db, model, { tokens: asSupervised, steps: null, kind: "sft" });
}
