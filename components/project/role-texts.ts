import { ROLES, type Role } from "#lib/contract/access.ts";

/** The roles in the words of the people who give them. */
export const ROLE_TEXTS: { [R in Role]: { label: string; help: string } } = {
  viewer: { label: "Viewer", help: "Can see everything, including models and jobs, and change nothing" },
  annotator: { label: "Annotator", help: "Can answer queue items, and sees only calls in queues" },
  engineer: {
    label: "Engineer",
    help: "Can record and delete calls, lead queues, and train and chat with models",
  },
  admin: { label: "Admin", help: "Can also manage members and read the audit log" },
};

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, ...ROLE_TEXTS[value] }));

export function readRole(value: string): Role | null {
  return ROLES.find((role) => role === value) ?? null;
}
