import { refitQueues as refit } from "#lib/annotation/learning/refit-queues.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

/** Learns from the answers of queues that asked for it. */
export const refitQueues: Duty = {
  name: "refit-queues",
  everyMs: 2_000,
  run: async (db) => {
    const queues = await refit(db);
    if (queues > 0) log.debug({ queues }, "learned from the answers of queues");
  },
};
