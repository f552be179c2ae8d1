import { getMe } from "#lib/accounts/get-me.ts";
import { streamCalls } from "#lib/calls/stream-calls.ts";
import * as accounts from "#lib/contract/accounts.ts";
import * as calls from "#lib/contract/calls.ts";
import * as models from "#lib/contract/models.ts";
import * as projects from "#lib/contract/projects.ts";
import * as queueLead from "#lib/contract/queue-lead.ts";
import * as queues from "#lib/contract/queues.ts";
import * as threads from "#lib/contract/threads.ts";
import * as training from "#lib/contract/training.ts";
import * as trainingQueue from "#lib/contract/training-queue.ts";
import { handle, type Operation } from "#lib/http/handle.ts";
import { listModels } from "#lib/models/list-models.ts";
import { listProjects } from "#lib/projects/list-projects.ts";
import { queryQueues } from "#lib/queues/query-queues.ts";
import { summarizeQueues } from "#lib/queues/summarize-queues.ts";
import { queryThreads } from "#lib/threads/query-threads.ts";
import { getTrainingQueue } from "#lib/training/get-training-queue.ts";
import { listTrainingJobs } from "#lib/training/list-training-jobs.ts";

/** All that a page may be sent with. They only read, and take their input from query and body alone. */
export const OPERATIONS: readonly Operation[] = [
  handle(accounts.getMe, getMe),
  handle(projects.listProjects, listProjects),
  handle(threads.queryThreads, queryThreads),
  handle(calls.streamCalls, streamCalls),
  handle(queues.queryQueues, queryQueues),
  handle(queueLead.summarizeQueues, summarizeQueues),
  handle(models.listModels, listModels),
  handle(training.listTrainingJobs, listTrainingJobs),
  handle(trainingQueue.getTrainingQueue, getTrainingQueue),
];
