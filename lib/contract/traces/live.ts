import { PROJECT_PARAMS } from "#lib/contract/access/projects.ts";
import type { Permission } from "#lib/contract/access.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";

/** What readers can be told has changed, and what they must be allowed to read for it. */
export const LIVE_TOPICS = {
  calls: "calls:read",
  queues: "queues:read",
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
  summary: "Tells as it happens that something of a project has changed",
  description:
    "Events of the name `change` say of what kind: `calls`, `queues`, `models` or `jobs`, each only to those who may read it. They carry no data: whoever shows some asks for it again. Several changes of one kind may come as one event. What is read once the answer has begun misses nothing. A reader that was cut off is told what has changed behind the id in its `Last-Event-ID` header, or in `last_event_id`; where the service does not know the id, everything may have changed and is told.",
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
