import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";

export type Reaction = { emoji: string; rows: readonly FeedbackRow[] };

/** Feedback by what it is: reactions by emoji, notes, and everything else as a name with a value. */
export function sortFeedback(rows: readonly FeedbackRow[]) {
  const reactions = new Map<string, FeedbackRow[]>();
  const notes: FeedbackRow[] = [];
  const values: FeedbackRow[] = [];
  for (const row of rows) {
    const { emoji, note } = row.payload;
    if (row.feedback_type === "wandb.reaction.1" && typeof emoji === "string")
      reactions.set(emoji, [...(reactions.get(emoji) ?? []), row]);
    else if (row.feedback_type === "wandb.note.1" && typeof note === "string") notes.push(row);
    else values.push(row);
  }
  return {
    reactions: [...reactions].map(([emoji, given]): Reaction => ({ emoji, rows: given })),
    notes,
    values,
  };
}

export const ANNOTATION_PREFIX = "wandb.annotation.";
const PREFIXES = [ANNOTATION_PREFIX, "wandb.runnable."];

/** The name that people gave an annotation or a scorer; other types go by their whole name. */
export function feedbackName(type: string): string {
  const prefix = PREFIXES.find((one) => type.startsWith(one));
  return prefix ? type.slice(prefix.length) : type;
}

/** The answer or score, without its wrapper. */
export function feedbackValue({ payload }: FeedbackRow): unknown {
  if (Object.hasOwn(payload, "value")) return payload.value;
  return Object.hasOwn(payload, "output") ? payload.output : payload;
}
