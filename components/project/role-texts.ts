import { ROLES, type Role } from "#lib/contract/access.ts";

/** The roles in the words of the people who give them. */
export const ROLE_TEXTS: { [R in Role]: { label: string; help: string } } = {
  viewer: { label: "Viewer", help: "Reads everything, models and jobs too; changes nothing" },
  annotator: { label: "Annotator", help: "Answers queue items; sees only what queues hold" },
  engineer: {
    label: "Engineer",
    help: "Records and deletes calls, leads queues, trains models and chats with them",
  },
  admin: { label: "Admin", help: "Also manages members and reads the audit log" },
};

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, ...ROLE_TEXTS[value] }));

export function readRole(value: string): Role | null {
  return ROLES.find((role) => role === value) ?? null;
}
