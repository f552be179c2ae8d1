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
    "With `project_id`, admins of that project get all keys with access to it. Leaves out revoked keys, but not expired ones.",
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
  summary: "Create an API key",
  description:
    "The key itself is only in this response. It can never do more than its user: a scope or project beyond that is 403. " +
    "Without `project_ids`, it works in all projects of its user. Without `expires_in_days`, it does not expire.",
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
    "Takes effect at the next request. Users revoke their own keys; admins also keys that are limited to their projects. Revoking again changes nothing.",
  method: "DELETE",
  path: "/keys/{key_id}",
  auth: ["session"],
  needs: null,
  input: { params: wireObject({ keyId: identifier() }) },
  reply: wireObject({}),
  statuses: [404],
  example: { key_id: "0199c0de-0000-7000-8000-000000000003" },
});
