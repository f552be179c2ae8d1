import { dropCalls } from "#lib/traces/retention/drop-calls.ts";
import type { Duty } from "./duty.ts";

/** Batches in a round; the pause between two rounds leaves the database to others. */
const BATCHES = 4;

/** Drops calls that are beyond the limit of their project. */
export const dropOldCalls: Duty = {
  name: "drop-old-calls",
  everyMs: 500,
  restMs: 10_000,
  run: async (db) => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const isDropping = await dropCalls(db);
      if (!isDropping) return batch > 0;
    }
    return true;
  },
};
