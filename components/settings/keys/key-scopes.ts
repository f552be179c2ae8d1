import type { KeyScope } from "#lib/contract/access.ts";

/** The scopes in the words of the people who choose them. */
export const SCOPE_TEXTS: { [S in KeyScope]: { label: string; help: string } } = {
  read: { label: "Read", help: "Calls, threads, queues, feedback and members" },
  write: { label: "Write", help: "Record calls, add and delete feedback, create queues and questions" },
  annotate: { label: "Annotate", help: "Answer queue items; delete your own feedback" },
  manage: { label: "Manage", help: "Delete calls and feedback, manage members, read the audit log" },
};
