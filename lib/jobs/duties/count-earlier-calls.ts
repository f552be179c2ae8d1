import { log } from "#lib/platform/log.ts";
import { countEarlierCalls as countBatch } from "#lib/traces/totals/count-earlier-calls.ts";
import type { Duty } from "./duty.ts";

/** Batches in a round; the pause between two rounds leaves the database to others. */
const BATCHES = 5;

/** Counts the calls that are older than the kept totals. A start on data of an earlier version works at once, and counts as that version did until this is done. */
export const countEarlierCalls: Duty = {
  name: "count-earlier-calls",
  everyMs: 200,
  restMs: 10_000,
  run: async (db) => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const isCounting = await countBatch(db);
      if (!isCounting) return batch > 0;
    }
    log.debug("more of the earlier calls are counted");
    return true;
  },
};
