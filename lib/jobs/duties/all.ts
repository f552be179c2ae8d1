import { advanceEvaluations } from "./advance-evaluations.ts";
import { advanceLoops } from "./advance-loops.ts";
import { advanceRlRuns } from "./advance-rl-runs.ts";
import { buryTrainingJobs } from "./bury-training-jobs.ts";
import { countEarlierCalls } from "./count-earlier-calls.ts";
import { dropOldCalls } from "./drop-old-calls.ts";
import type { Duty } from "./duty.ts";
import { eraseDeletedProjects } from "./erase-deleted-projects.ts";
import { fillQueues } from "./fill-queues.ts";
import { foldCallTotals } from "./fold-call-totals.ts";
import { foldThreadStatistics } from "./fold-thread-statistics.ts";
import { measureCheckpoints } from "./measure-checkpoints.ts";
import { noteEarlierThreads } from "./note-earlier-threads.ts";
import { refitQueues } from "./refit-queues.ts";
import { reportQueues } from "./report-queues.ts";
import { sendWebhooks } from "./send-webhooks.ts";
import { sweepExpired } from "./sweep-expired.ts";
import { sweepRemains } from "./sweep-remains.ts";
import { totalEarlierThreads } from "./total-earlier-threads.ts";

/** Everything that the worker does. A new duty adds one name here. */
export const DUTIES: readonly Duty[] = [
  foldThreadStatistics,
  foldCallTotals,
  countEarlierCalls,
  noteEarlierThreads,
  totalEarlierThreads,
  fillQueues,
  refitQueues,
  buryTrainingJobs,
  measureCheckpoints,
  advanceEvaluations,
  advanceRlRuns,
  advanceLoops,
  reportQueues,
  sendWebhooks,
  dropOldCalls,
  eraseDeletedProjects,
  sweepExpired,
  sweepRemains,
];
