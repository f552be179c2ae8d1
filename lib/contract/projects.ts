import { RESERVED_ENTITIES, ROLES } from "./access.ts";
import { ANY_CREDENTIAL, endpoint } from "./endpoint.ts";
import { refuseUnless } from "./fault.ts";
import { list, oneOf, storable, text, timestamp } from "./fields.ts";
import { wireObject } from "./wire.ts";
import * as z from "./zod.ts";

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

const Project = wireObject({
  projectId: text(),
  entity: text(),
  name: text(),
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
    "Admins of the entity may; the instance admin may in any, and a new entity is made where the name is not taken. " +
    "The maker becomes an admin of the project. A name that is taken is 409.",
  method: "POST",
  path: "/projects",
  auth: ["session"],
  needs: null,
  input: { body: wireObject({ entity: entityName, name: projectName }) },
  reply: Project,
  idempotent: true,
  example: { entity: "local", name: "support-bot" },
});
