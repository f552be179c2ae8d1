import type { QueueRow } from "#components/queues/parts/queue-queries.ts";

/** What narrows the list of queues beside their names, as the address holds it. */
export const QUEUE_CHIPS = [
  { id: "mine", label: "Assigned to me" },
  { id: "needs-me", label: "Needs me" },
  { id: "in-progress", label: "In progress" },
  { id: "completed", label: "Completed" },
  { id: "archived", label: "Archived" },
] as const;
export type QueueChip = (typeof QUEUE_CHIPS)[number]["id"];

/** The chips that an address names, in the order of the list; what it does not know is left out. */
export function readChips(text: string | null): QueueChip[] {
  const named = (text ?? "").split(",");
  return QUEUE_CHIPS.flatMap(({ id }) => (named.includes(id) ? [id] : []));
}

/** The address's text with one chip switched; null where none is left. */
export function flipChip(chips: readonly QueueChip[], chip: QueueChip): string | null {
  const next = chips.includes(chip) ? chips.filter((one) => one !== chip) : [...chips, chip];
  return next.length > 0 ? next.join(",") : null;
}

/** Whether a queue is one of those that all the chips ask for; an archived one only where they ask for such. */
export function fitsChips(queue: QueueRow, chips: readonly QueueChip[], userId: string): boolean {
  return queue.isArchived === chips.includes("archived") && chips.every((chip) => FITS[chip](queue, userId));
}

const FITS: { [C in QueueChip]: (queue: QueueRow, userId: string) => boolean } = {
  mine: ({ annotatorIds }, userId) => annotatorIds.includes(userId),
  "needs-me": ({ summary }) => summary.leftForMe > 0,
  "in-progress": ({ summary }) => stageOf(summary) === "in_progress",
  completed: ({ summary }) => stageOf(summary) === "completed",
  archived: ({ isArchived }) => isArchived,
};

export type Stage = "empty" | "not_started" | "in_progress" | "completed";

/** How far a queue is as a whole. */
export function stageOf(summary: QueueRow["summary"]): Stage {
  const { totalItems, doneItems, startedItems, givenAnswers } = summary;
  if (totalItems === 0) return "empty";
  if (doneItems === totalItems) return "completed";
  return doneItems + startedItems + givenAnswers > 0 ? "in_progress" : "not_started";
}
