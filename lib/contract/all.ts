import * as accounts from "./accounts.ts";
import * as audit from "./audit.ts";
import * as baseModels from "./base-models.ts";
import * as callLists from "./call-lists.ts";
import * as calls from "./calls.ts";
import * as chat from "./chat.ts";
import * as contentFiles from "./content-files.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import * as feedback from "./feedback.ts";
import * as feedbackStats from "./feedback-stats.ts";
import * as files from "./files.ts";
import * as graphql from "./graphql.ts";
import * as keys from "./keys.ts";
import * as live from "./live.ts";
import * as members from "./members.ts";
import * as models from "./models.ts";
import * as nodes from "./nodes.ts";
import * as objects from "./objects.ts";
import * as otel from "./otel.ts";
import * as people from "./people.ts";
import * as places from "./places.ts";
import * as projects from "./projects.ts";
import * as queueFields from "./queue-fields.ts";
import * as queueLead from "./queue-lead.ts";
import * as queueQuality from "./queue-quality.ts";
import * as queueWork from "./queue-work.ts";
import * as queues from "./queues.ts";
import * as references from "./references.ts";
import * as servedModels from "./served-models.ts";
import * as serviceInfo from "./service-info.ts";
import * as system from "./system.ts";
import * as tables from "./tables.ts";
import * as threads from "./threads.ts";
import * as training from "./training.ts";
import * as trainingProgress from "./training-progress.ts";
import * as trainingQueue from "./training-queue.ts";
import * as upstreams from "./upstreams.ts";

/** Every endpoint of the service, by capability, in reading order. A new capability adds one import and one name here. */
const CAPABILITIES = {
  baseModels,
  calls,
  callLists,
  otel,
  threads,
  feedback,
  feedbackStats,
  queues,
  queueWork,
  queueLead,
  queueFields,
  queueQuality,
  objects,
  tables,
  contentFiles,
  references,
  models,
  servedModels,
  files,
  training,
  trainingProgress,
  trainingQueue,
  chat,
  upstreams,
  projects,
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
