import { PROJECT_PARAMS } from "#lib/contract/access/projects.ts";
import type { Permission } from "#lib/contract/access.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";

/** The topics of change notifications, and the permission that each needs. */
export const LIVE_TOPICS = {
  calls: "calls:read",
  queues: "queues:read",
  datasets: "datasets:read",
  evaluations: "evaluations:read",
  models: "models:read",
  jobs: "training:read",
} as const satisfies Record<string, Permission>;
export type LiveTopic = keyof typeof LIVE_TOPICS;

export const TOPICS = Object.keys(LIVE_TOPICS).filter(isTopic);

function isTopic(name: string): name is LiveTopic {
  return name in LIVE_TOPICS;
}

export const ProjectChange = wireObject({ topic: oneOf(TOPICS), at: timestamp });

export const followProject = endpoint({
  operationId: "followProject",
  group: "accounts",
  summary: "Streams changes in a project as they happen",
  description:
    "A `change` event names what changed: `calls`, `queues`, `datasets`, `evaluations`, `models` or `jobs`, each only for callers who may read it. Events have no data: read the data again. Several changes of one kind may arrive as one event. Data read after the response has started misses nothing. After a disconnect, send the last id in the `Last-Event-ID` header or in `last_event_id` to get the changes since; if the service does not know the id, it sends a change of every kind.",
  method: "GET",
  path: "/projects/{entity}/{project}/live",
  auth: ANY_CREDENTIAL,
  needs: "project:read",
  projectAt: "{entity}/{project}",
  input: {
    params: wireObject(PROJECT_PARAMS),
    query: wireObject({ lastEventId: maybe(text({ max: 10_240 })) }),
  },
  reply: ProjectChange,
  events: true,
  endless: true,
  example: { entity: "local", project: "playground" },
});
