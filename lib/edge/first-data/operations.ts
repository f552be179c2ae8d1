import { getMe } from "#lib/access/accounts/get-me.ts";
import { listProjects } from "#lib/access/projects/list-projects.ts";
import { summarizeQueues } from "#lib/annotation/quality/summarize-queues.ts";
import { queryQueues } from "#lib/annotation/queues/query-queues.ts";
import * as accounts from "#lib/contract/access/accounts.ts";
import * as projects from "#lib/contract/access/projects.ts";
import * as queueLead from "#lib/contract/annotation/queue-lead.ts";
import * as queues from "#lib/contract/annotation/queues.ts";
import * as datasets from "#lib/contract/datasets/datasets.ts";
import * as evaluations from "#lib/contract/evaluation/evaluations.ts";
import * as graders from "#lib/contract/evaluation/graders.ts";
import * as promotions from "#lib/contract/evaluation/promotions.ts";
import * as servedEvaluations from "#lib/contract/evaluation/served-evaluations.ts";
import * as loops from "#lib/contract/loops/loops.ts";
import * as models from "#lib/contract/models/models.ts";
import * as rlPeople from "#lib/contract/reinforcement/rl-people.ts";
import * as calls from "#lib/contract/traces/calls.ts";
import * as threads from "#lib/contract/traces/threads.ts";
import * as training from "#lib/contract/training/training.ts";
import * as trainingQueue from "#lib/contract/training/training-queue.ts";
import { queryDatasets } from "#lib/datasets/recipes/query-datasets.ts";
import { handle, type Operation } from "#lib/edge/http/handle.ts";
import { queryServedEvaluations } from "#lib/evaluation/aliases/query-served-evaluations.ts";
import { queryEvaluations } from "#lib/evaluation/evaluations/query-evaluations.ts";
import { queryLoops } from "#lib/evaluation/loops/query-loops.ts";
import { queryPromotions } from "#lib/evaluation/promotions/query-promotions.ts";
import { queryRlWaits } from "#lib/evaluation/rl-people/query-rl-waits.ts";
import { queryGraders } from "#lib/evaluation/stored-graders/query-graders.ts";
import { listModels } from "#lib/models/models/list-models.ts";
import { searchCalls } from "#lib/traces/calls/search-calls.ts";
import { streamCalls } from "#lib/traces/calls/stream-calls.ts";
import { getThreadDetails } from "#lib/traces/threads/get-thread-details.ts";
import { queryThreads } from "#lib/traces/threads/query-threads.ts";
import { summarizeThreads } from "#lib/traces/threads/summarize-threads.ts";
import { getTrainingQueue } from "#lib/training/requests/get-training-queue.ts";
import { listTrainingJobs } from "#lib/training/requests/list-training-jobs.ts";

/** All that a page may be sent with. They only read, and take their input from query and body alone. */
export const OPERATIONS: readonly Operation[] = [
  handle(accounts.getMe, getMe),
  handle(projects.listProjects, listProjects),
  handle(threads.queryThreads, queryThreads),
  handle(threads.summarizeThreads, summarizeThreads),
  handle(threads.getThreadDetails, getThreadDetails),
  handle(calls.searchCalls, searchCalls),
  handle(calls.streamCalls, streamCalls),
  handle(queues.queryQueues, queryQueues),
  handle(queueLead.summarizeQueues, summarizeQueues),
  handle(datasets.queryDatasets, queryDatasets),
  handle(evaluations.queryEvaluations, queryEvaluations),
  handle(graders.queryGraders, queryGraders),
  handle(servedEvaluations.queryServedEvaluations, queryServedEvaluations),
  handle(promotions.queryPromotions, queryPromotions),
  handle(models.listModels, listModels),
  handle(training.listTrainingJobs, listTrainingJobs),
  handle(trainingQueue.getTrainingQueue, getTrainingQueue),
  handle(loops.queryLoops, queryLoops),
  handle(rlPeople.queryRlWaits, queryRlWaits),
];
