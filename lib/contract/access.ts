/** Who may do what: the roles of a project and the scopes of an API key, as data. The server enforces it and the screens read it. */

export const PERMISSIONS = [
  "project:read",
  "project:manage",
  "calls:read",
  "calls:write",
  "calls:delete",
  "threads:read",
  "objects:read",
  "objects:write",
  "feedback:read",
  "feedback:write",
  "feedback:purge",
  "queues:read",
  "queues:write",
  "queues:annotate",
  "answers:read",
  "datasets:read",
  "datasets:write",
  "evaluations:read",
  "evaluations:write",
  "evaluations:secret",
  "models:read",
  "models:write",
  "training:read",
  "training:write",
  "chat:create",
  "members:read",
  "members:manage",
  "audit:read",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ["viewer", "annotator", "engineer", "admin"] as const;
export type Role = (typeof ROLES)[number];

const READS = [
  "project:read",
  "calls:read",
  "threads:read",
  "objects:read",
  "feedback:read",
  "queues:read",
  "answers:read",
  "datasets:read",
  "evaluations:read",
  "models:read",
  "training:read",
  "members:read",
] as const;

/** An annotator's reads are narrowed further to rows reachable from queues (`lib/traces/reachable-calls.ts`). */
export const ROLE_PERMISSIONS: { [R in Role]: readonly Permission[] } = {
  viewer: READS,
  annotator: [
    "project:read",
    "calls:read",
    "objects:read",
    "feedback:read",
    "feedback:write",
    "feedback:purge",
    "queues:read",
    "queues:annotate",
  ],
  engineer: [
    ...READS,
    "calls:write",
    "calls:delete",
    "objects:write",
    "feedback:write",
    "feedback:purge",
    "queues:write",
    "queues:annotate",
    "datasets:write",
    "evaluations:write",
    "evaluations:secret",
    "models:write",
    "training:write",
    "chat:create",
  ],
  admin: PERMISSIONS,
};

export const KEY_SCOPES = ["read", "write", "annotate", "manage"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a key of each scope may do at most; its user's role limits it further. */
export const SCOPE_PERMISSIONS: { [S in KeyScope]: readonly Permission[] } = {
  read: READS,
  write: [
    "project:read",
    "calls:write",
    "objects:write",
    "feedback:write",
    "feedback:purge",
    "queues:write",
    "datasets:write",
    "evaluations:write",
    "models:write",
    "training:write",
    "chat:create",
  ],
  annotate: [
    "project:read",
    "calls:read",
    "objects:read",
    "feedback:read",
    "feedback:write",
    "feedback:purge",
    "queues:read",
    "queues:annotate",
  ],
  manage: [
    "project:read",
    "project:manage",
    "evaluations:secret",
    "calls:delete",
    "feedback:purge",
    "members:read",
    "members:manage",
    "audit:read",
  ],
};

/** A key with none of these changes and deletes the feedback of its own user alone, as an annotator does. */
export const SCOPES_FOR_ANY_FEEDBACK: readonly KeyScope[] = ["write", "manage"];

/** What a role must allow before its holder may make a key of each scope. */
export const SCOPE_NEEDS: { [S in KeyScope]: Permission } = {
  read: "calls:read",
  write: "calls:write",
  annotate: "queues:annotate",
  manage: "calls:delete",
};

export function roleAllows(role: Role, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].includes(permission);
}

export function scopesAllow(scopes: readonly KeyScope[], permission: Permission): boolean {
  return scopes.some((scope) => SCOPE_PERMISSIONS[scope].includes(permission));
}

/** Names that an entity may not take: they are the first segment of a page's or an API's path. */
export const RESERVED_ENTITIES = [
  "api",
  "v1",
  "traces",
  "graphql",
  "projects",
  "settings",
  "docs",
  "sign-in",
] as const;
