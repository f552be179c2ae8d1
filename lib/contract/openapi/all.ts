import * as accounts from "#lib/contract/access/accounts.ts";
import * as audit from "#lib/contract/access/audit.ts";
import * as keys from "#lib/contract/access/keys.ts";
import * as members from "#lib/contract/access/members.ts";
import * as people from "#lib/contract/access/people.ts";
import * as projects from "#lib/contract/access/projects.ts";
import * as queueFields from "#lib/contract/annotation/queue-fields.ts";
import * as queueLead from "#lib/contract/annotation/queue-lead.ts";
import * as queueLearning from "#lib/contract/annotation/queue-learning.ts";
import * as queueQuality from "#lib/contract/annotation/queue-quality.ts";
import * as queueRules from "#lib/contract/annotation/queue-rules.ts";
import * as queueWork from "#lib/contract/annotation/queue-work.ts";
import * as queues from "#lib/contract/annotation/queues.ts";
import * as webhooks from "#lib/contract/automation/webhooks.ts";
import * as contentFiles from "#lib/contract/compat/content-files.ts";
import * as graphql from "#lib/contract/compat/graphql.ts";
import * as objects from "#lib/contract/compat/objects.ts";
import * as references from "#lib/contract/compat/references.ts";
import * as tables from "#lib/contract/compat/tables.ts";
import * as datasetImport from "#lib/contract/datasets/dataset-import.ts";
import * as datasetVersions from "#lib/contract/datasets/dataset-versions.ts";
import * as datasets from "#lib/contract/datasets/datasets.ts";
import * as itemYields from "#lib/contract/datasets/item-yields.ts";
import * as lineage from "#lib/contract/datasets/lineage.ts";
import * as publishedDatasets from "#lib/contract/datasets/published-datasets.ts";
import * as queueReadiness from "#lib/contract/datasets/queue-readiness.ts";
import * as reroute from "#lib/contract/datasets/reroute.ts";
import * as retractions from "#lib/contract/datasets/retractions.ts";
import * as versionDiff from "#lib/contract/datasets/version-diff.ts";
import * as versionExposure from "#lib/contract/datasets/version-exposure.ts";
import * as versionReferences from "#lib/contract/datasets/version-references.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import * as aliases from "#lib/contract/evaluation/aliases.ts";
import * as beforeAfter from "#lib/contract/evaluation/before-after.ts";
import * as blindQueues from "#lib/contract/evaluation/blind-queues.ts";
import * as evaluationCurves from "#lib/contract/evaluation/evaluation-curves.ts";
import * as evaluationRuns from "#lib/contract/evaluation/evaluation-runs.ts";
import * as evaluations from "#lib/contract/evaluation/evaluations.ts";
import * as gates from "#lib/contract/evaluation/gates.ts";
import * as graderTrials from "#lib/contract/evaluation/grader-trials.ts";
import * as graders from "#lib/contract/evaluation/graders.ts";
import * as judges from "#lib/contract/evaluation/judges.ts";
import * as promotions from "#lib/contract/evaluation/promotions.ts";
import * as servedEvaluations from "#lib/contract/evaluation/served-evaluations.ts";
import * as nodes from "#lib/contract/jobs/nodes.ts";
import * as projectStorage from "#lib/contract/jobs/project-storage.ts";
import * as serviceInfo from "#lib/contract/jobs/service-info.ts";
import * as system from "#lib/contract/jobs/system.ts";
import * as loopRuns from "#lib/contract/loops/loop-runs.ts";
import * as loops from "#lib/contract/loops/loops.ts";
import * as baseModels from "#lib/contract/models/base-models.ts";
import * as models from "#lib/contract/models/models.ts";
import * as servedModels from "#lib/contract/models/served-models.ts";
import * as upstreams from "#lib/contract/models/upstreams.ts";
import * as rlPeople from "#lib/contract/reinforcement/rl-people.ts";
import * as rlRuns from "#lib/contract/reinforcement/rl-runs.ts";
import * as chat from "#lib/contract/serving/chat.ts";
import * as callLists from "#lib/contract/traces/call-lists.ts";
import * as callMonths from "#lib/contract/traces/call-months.ts";
import * as calls from "#lib/contract/traces/calls.ts";
import * as feedback from "#lib/contract/traces/feedback.ts";
import * as feedbackStats from "#lib/contract/traces/feedback-stats.ts";
import * as live from "#lib/contract/traces/live.ts";
import * as otel from "#lib/contract/traces/otel.ts";
import * as places from "#lib/contract/traces/places.ts";
import * as retention from "#lib/contract/traces/retention.ts";
import * as threads from "#lib/contract/traces/threads.ts";
import * as files from "#lib/contract/training/files.ts";
import * as preferenceTraining from "#lib/contract/training/preference-training.ts";
import * as rateProbes from "#lib/contract/training/rate-probes.ts";
import * as training from "#lib/contract/training/training.ts";
import * as trainingProgress from "#lib/contract/training/training-progress.ts";
import * as trainingQueue from "#lib/contract/training/training-queue.ts";
import * as trainingRows from "#lib/contract/training/training-rows.ts";

/** Every endpoint of the service, by capability, in reading order. A new capability adds one import and one name here. */
const CAPABILITIES = {
  baseModels,
  calls,
  callLists,
  callMonths,
  otel,
  threads,
  feedback,
  feedbackStats,
  queues,
  queueWork,
  queueLead,
  queueLearning,
  queueFields,
  queueQuality,
  queueRules,
  datasets,
  publishedDatasets,
  datasetImport,
  datasetVersions,
  versionDiff,
  versionExposure,
  versionReferences,
  graders,
  graderTrials,
  judges,
  reroute,
  retractions,
  lineage,
  itemYields,
  queueReadiness,
  beforeAfter,
  evaluations,
  evaluationRuns,
  evaluationCurves,
  servedEvaluations,
  blindQueues,
  aliases,
  gates,
  promotions,
  webhooks,
  objects,
  tables,
  contentFiles,
  references,
  models,
  servedModels,
  files,
  training,
  preferenceTraining,
  rateProbes,
  trainingProgress,
  trainingQueue,
  trainingRows,
  rlPeople,
  rlRuns,
  loops,
  loopRuns,
  chat,
  upstreams,
  projects,
  projectStorage,
  retention,
  places,
  live,
  members,
  keys,
  accounts,
  people,
  audit,
  system,
  nodes,
  serviceInfo,
  graphql,
};

/** The endpoints of each capability, by its name; those of one by theirs, since bundlers order what a module exports in other ways than Node. */
export const ENDPOINTS_BY_CAPABILITY: ReadonlyMap<string, readonly AnyEndpoint[]> = new Map(
  Object.entries(CAPABILITIES).map(([name, capability]) => [
    name,
    Object.values<unknown>(capability)
      .filter(isEndpoint)
      .sort((a, b) => (a.operationId < b.operationId ? -1 : 1)),
  ]),
);

export const ALL_ENDPOINTS: readonly AnyEndpoint[] = [...ENDPOINTS_BY_CAPABILITY.values()].flat();

function isEndpoint(exported: unknown): exported is AnyEndpoint {
  return (
    typeof exported === "object" && exported !== null && "operationId" in exported && "reply" in exported
  );
}
