import type { KeyScope } from "#lib/contract/access.ts";

/** The scopes in the words of the people who choose them. */
export const SCOPE_TEXTS: { [S in KeyScope]: { label: string; help: string } } = {
  read: { label: "Read", help: "Calls, threads, queues, feedback and members" },
  write: { label: "Write", help: "Record calls, add and delete feedback, make queues and fields" },
  annotate: { label: "Annotate", help: "Answer the items of queues; delete feedback of your own" },
  manage: { label: "Manage", help: "Delete calls and feedback, manage members, read the audit log" },
};
