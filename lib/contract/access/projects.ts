import { RESERVED_ENTITIES, ROLES } from "#lib/contract/access.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import { integer, label, list, oneOf, storable, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The name of a new project: letters, digits, dot, underscore and hyphen, beginning with a letter or digit. */
export const projectName: z.Schema<string> = text().check(z.regex(NAME));

/** The name of an entity, which is also the first segment of its pages' paths. */
export const entityName: z.Schema<string> = projectName.check(
  refuseUnless((name) => !isReservedEntity(name), {
    type: "value_error",
    text: `entity may be none of ${RESERVED_ENTITIES.join(", ")}`,
  }),
);

export function isReservedEntity(name: string): boolean {
  const reserved: readonly string[] = RESERVED_ENTITIES;
  return reserved.includes(name.toLowerCase());
}

const segment = storable(text({ max: 128 }).check(z.regex(/^[^/\s]+$/)));

/** The project in a path, by its two names. */
export const PROJECT_PARAMS = { entity: segment, project: segment };

export const Project = wireObject({
  projectId: text(),
  entity: text(),
  name: text(),
  /** What people read in its place, where somebody chose that. */
  displayName: maybe(text()),
  /** The caller's role there. */
  role: oneOf(ROLES),
  createdAt: timestamp,
});

export const listProjects = endpoint({
  operationId: "listProjects",
  group: "accounts",
  summary: "The projects that the caller may use, by name",
  method: "GET",
  path: "/projects",
  auth: ANY_CREDENTIAL,
  needs: null,
  input: {},
  reply: wireObject({ projects: list(Project) }),
});

export const createProject = endpoint({
  operationId: "createProject",
  group: "accounts",
  summary: "Create a project",
  description:
    "For admins of the entity; for the instance admin in any entity. A new entity is created if the name is free. " +
    "The creator becomes an admin of the project. A name that is taken is 409.",
  method: "POST",
  path: "/projects",
  auth: ["session"],
  needs: null,
  input: { body: wireObject({ entity: entityName, name: projectName }) },
  reply: Project,
  idempotent: true,
  example: { entity: "local", name: "support-bot" },
});

const params = wireObject(PROJECT_PARAMS);
const projectAt = "{entity}/{project}";
const EXAMPLE = { entity: "local", project: "playground" };

export const updateProject = endpoint({
  operationId: "updateProject",
  group: "accounts",
  summary: "Set the display name of a project",
  description:
    "With an empty name, pages show the name in its path. The path itself does not change: references, keys and programs depend on it.",
  method: "PUT",
  path: "/projects/{entity}/{project}",
  auth: ["session"],
  needs: "project:manage",
  projectAt,
  input: { params, body: wireObject({ displayName: label(120) }) },
  reply: Project,
  example: { ...EXAMPLE, display_name: "Support bot" },
});

/** The contents of a project, shown before it is deleted. */
export const Contents = wireObject({
  calls: integer(),
  threads: integer(),
  feedback: integer(),
  queues: integer(),
  queueItems: integer(),
  models: integer(),
  checkpoints: integer(),
  trainingJobs: integer(),
  /** Those of them that have not ended. */
  unendedJobs: integer(),
  files: integer(),
  /** Of uploaded files and checkpoints. */
  bytes: integer(),
  /** Of what training jobs that ended have left on this machine: the data that they learned from, which stays as long as their checkpoints, and the newest state to continue from. */
  jobDataBytes: integer(),
});

export const getProjectContents = endpoint({
  operationId: "getProjectContents",
  group: "accounts",
  summary: "Count what a project contains",
  method: "GET",
  path: "/projects/{entity}/{project}/contents",
  auth: ["session"],
  needs: "project:manage",
  projectAt,
  input: { params },
  reply: Contents,
  example: EXAMPLE,
});

/** What of a project is being deleted, in this order; training ends first. */
export const DELETION_STAGES = [
  "training",
  "queues",
  "feedback",
  "calls",
  "objects",
  "models",
  "rest",
] as const;

export const Deletion = wireObject({
  id: text(),
  /** The path that it had. */
  projectId: text(),
  stage: oneOf(DELETION_STAGES),
  rowsDone: integer(),
  /** As many as there were when it was asked for. */
  rowsTotal: integer(),
  askedBy: text(),
  createdAt: timestamp,
  /** Absent until nothing is left. */
  endedAt: maybe(timestamp),
});

export const deleteProject = endpoint({
  operationId: "deleteProject",
  group: "accounts",
  summary: "Delete a project with everything in it",
  description:
    "`confirm` repeats the project's path. The project disappears at once; training is cancelled, and the worker deletes its rows and files, " +
    "which can take minutes (see `listProjectDeletions` for progress). The path is free again afterwards. Keys limited to this project are revoked. " +
    "This cannot be undone; the audit log keeps its entries.",
  method: "POST",
  path: "/projects/{entity}/{project}/delete",
  auth: ["session"],
  needs: "project:manage",
  projectAt,
  input: { params, body: wireObject({ confirm: text({ max: 257 }) }) },
  reply: Deletion,
  example: { ...EXAMPLE, confirm: "local/playground" },
});

export const listProjectDeletions = endpoint({
  operationId: "listProjectDeletions",
  group: "accounts",
  summary: "Deletions of projects, newest first",
  description:
    "Deletions that the caller requested and those in entities that the caller administers: of the last thirty days, or not yet finished.",
  method: "GET",
  path: "/project_deletions",
  auth: ["session"],
  needs: null,
  input: {},
  reply: wireObject({ deletions: list(Deletion) }),
});
