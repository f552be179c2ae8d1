import { fillQueues as fillByRules } from "#lib/annotation/rules/fill-queues.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

/** Adds calls to queues as their rules say, shortly after they end. */
export const fillQueues: Duty = {
  name: "fill-queues",
  everyMs: 500,
  run: async (db) => {
    const items = await fillByRules(db);
    if (items > 0) log.debug({ items }, "items added by rules");
  },
};
