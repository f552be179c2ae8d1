import { ROLES, type Role } from "#lib/contract/access.ts";

/** What members of a group at the sign-in provider are here. */
export type Grant =
  | { kind: "instance" }
  | { kind: "entity"; entity: string }
  | { kind: "project"; entity: string; project: string; role: Role };

/** The grants of each group, by the group's name. */
export type RoleMapping = ReadonlyMap<string, readonly Grant[]>;

const ENTITY_ADMIN = /^([^/:\s]+):admin$/;
const PROJECT_ROLE = /^([^/:\s]+)\/([^/:\s]+):(\w+)$/;

/** Reads `{"group": "admin" | "entity:admin" | "entity/project:role"}`, one or a list for each group; null where it is not of that form. */
export function readRoleMapping(text: string): RoleMapping | null {
  const parsed = parseObject(text);
  if (parsed === null) return null;
  const mapping = new Map<string, Grant[]>();
  for (const [group, value] of Object.entries(parsed)) {
    const grants = [value].flat().map(readGrant);
    if (grants.some((grant) => grant === null)) return null;
    mapping.set(
      group,
      grants.filter((grant) => grant !== null),
    );
  }
  return mapping;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function readGrant(value: unknown): Grant | null {
  if (typeof value !== "string") return null;
  if (value === "admin") return { kind: "instance" };
  const [, ofEntity] = ENTITY_ADMIN.exec(value) ?? [];
  if (ofEntity !== undefined) return { kind: "entity", entity: ofEntity };
  const [, entity = "", project = "", name] = PROJECT_ROLE.exec(value) ?? [];
  const role = ROLES.find((one) => one === name);
  return role ? { kind: "project", entity, project, role } : null;
}
