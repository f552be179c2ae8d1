import { reportCompletedQueues } from "#lib/automation/queues/report-completed-queues.ts";
import { reportLowAgreement } from "#lib/automation/queues/report-low-agreement.ts";
import type { Duty } from "./duty.ts";

/** Writes for addresses what is no fact of one row: that a queue is complete, and that its people agree too little. */
export const reportQueues: Duty = {
  name: "report-queues",
  everyMs: 2000,
  run: async (db) => {
    await reportCompletedQueues(db);
    await reportLowAgreement(db);
  },
};
