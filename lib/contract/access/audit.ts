import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, dict, identifier, integer, list, oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import { PROJECT_PARAMS } from "./projects.ts";

export const listAuditEvents = endpoint({
  operationId: "listAuditEvents",
  group: "accounts",
  summary: "Lists what was done in the project and by whom, newest first",
  description: "For the next page, send the id of the last event in `after`. An unknown id is 422.",
  method: "GET",
  path: "/projects/{entity}/{project}/audit",
  auth: ["session"],
  needs: "audit:read",
  projectAt: "{entity}/{project}",
  input: {
    params: wireObject(PROJECT_PARAMS),
    query: wireObject({
      action: maybe(identifier(64)),
      after: maybe(identifier()),
      limit: withDefault(integer({ min: 1, max: 100 }), 50),
    }),
  },
  reply: wireObject({
    events: list(
      wireObject({
        id: text(),
        at: timestamp,
        action: text(),
        outcome: oneOf(["succeeded", "refused"]),
        /** Absent where nobody was known, as in a failed sign-in. */
        actorUserId: maybe(text()),
        actorName: maybe(text()),
        /** The key that acted for the user, where it was one. */
        actorKeyId: maybe(text()),
        target: maybe(text()),
        requestId: maybe(text()),
        details: dict,
      }),
    ),
    hasMore: bool,
  }),
  example: { entity: "local", project: "playground", limit: 20 },
});
