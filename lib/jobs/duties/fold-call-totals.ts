import { log } from "#lib/platform/log.ts";
import { foldTotals } from "#lib/traces/totals/fold-totals.ts";
import type { Duty } from "./duty.ts";

/** Adds up what statements noted of the calls that they changed, so that reads find few notes. */
export const foldCallTotals: Duty = {
  name: "fold-call-totals",
  everyMs: 500,
  run: async (db) => {
    const notes = await foldTotals(db);
    if (notes > 0) log.debug({ notes }, "totals of calls folded");
  },
};
