import { getMe } from "#lib/accounts/get-me.ts";
import { streamCalls } from "#lib/calls/stream-calls.ts";
import * as accounts from "#lib/contract/accounts.ts";
import * as calls from "#lib/contract/calls.ts";
import * as projects from "#lib/contract/projects.ts";
import * as queueLead from "#lib/contract/queue-lead.ts";
import * as queues from "#lib/contract/queues.ts";
import * as threads from "#lib/contract/threads.ts";
import * as training from "#lib/contract/training.ts";
import { handle, type Operation } from "#lib/http/handle.ts";
import { listProjects } from "#lib/projects/list-projects.ts";
import { queryQueues } from "#lib/queues/query-queues.ts";
import { summarizeQueues } from "#lib/queues/summarize-queues.ts";
import { queryThreads } from "#lib/threads/query-threads.ts";
import { listTrainingJobs } from "#lib/training/list-training-jobs.ts";

/** All that a page may be sent with. They only read, and take their input from query and body alone. */
export const OPERATIONS: readonly Operation[] = [
  handle(accounts.getMe, getMe),
  handle(projects.listProjects, listProjects),
  handle(threads.queryThreads, queryThreads),
  handle(calls.streamCalls, streamCalls),
  handle(queues.queryQueues, queryQueues),
  handle(queueLead.summarizeQueues, summarizeQueues),
  handle(training.listTrainingJobs, listTrainingJobs),
];
