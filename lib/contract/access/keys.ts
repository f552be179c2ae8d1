import { KEY_SCOPES } from "#lib/contract/access.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, identifier, integer, list, oneOf, projectId, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";

export const Key = wireObject({
  id: text(),
  name: text(),
  /** The beginning of the key's text, by which its owner knows it again. */
  prefix: text(),
  userId: text(),
  userName: text(),
  scopes: list(oneOf(KEY_SCOPES)),
  /** The projects that the key may act in; empty means all of its user's. */
  projectIds: list(text()),
  createdAt: timestamp,
  expiresAt: maybe(timestamp),
  /** To the minute. */
  lastUsedAt: maybe(timestamp),
  /** Whether the caller may revoke it. */
  canRevoke: bool,
});

export const listKeys = endpoint({
  operationId: "listKeys",
  group: "accounts",
  summary: "The caller's API keys, newest first",
  description:
    "With `project_id`, all keys that may act in that project, for its admins. Revoked keys are left out, expired ones are not.",
  method: "GET",
  path: "/keys",
  auth: ["session"],
  needs: null,
  input: { query: wireObject({ projectId: maybe(projectId) }) },
  reply: wireObject({ keys: list(Key) }),
  example: {},
});

export const createKey = endpoint({
  operationId: "createKey",
  group: "accounts",
  summary: "Make an API key",
  description:
    "The key itself is shown in this answer only. It can never do more than its user may: a scope or a project beyond that is 403. " +
    "No `project_ids` means all projects of its user; no `expires_in_days` means that it does not expire.",
  method: "POST",
  path: "/keys",
  auth: ["session"],
  needs: null,
  input: {
    body: wireObject({
      name: identifier(120),
      scopes: list(oneOf(KEY_SCOPES), { min: 1, max: KEY_SCOPES.length }),
      projectIds: withDefault(list(projectId, { max: 100 }), []),
      expiresInDays: maybe(integer({ min: 1, max: 3650 })),
    }),
  },
  reply: wireObject({ key: text(), record: Key }),
  example: { name: "ingest", scopes: ["read", "write"], project_ids: [], expires_in_days: 90 },
});

export const revokeKey = endpoint({
  operationId: "revokeKey",
  group: "accounts",
  summary: "Revoke an API key",
  description:
    "Works from the next request on. One's own keys; admins also those that act in their projects alone. Revoking twice is one revocation.",
  method: "DELETE",
  path: "/keys/{key_id}",
  auth: ["session"],
  needs: null,
  input: { params: wireObject({ keyId: identifier() }) },
  reply: wireObject({}),
  statuses: [404],
  example: { key_id: "0199c0de-0000-7000-8000-000000000003" },
});
