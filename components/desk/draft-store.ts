import type { Draft } from "./draft.ts";

/** Whose drafts, and of which queue: someone else who signs in in the same tab finds none. */
export type DraftPlace = { projectId: string; queueId: string; userId: string };

/** Keeps a draft for as long as the tab lives, reloads included; a draft that says nothing new is dropped. */
export function keepDraft(place: DraftPlace, itemId: string, draft: Draft): void {
  try {
    if (draft.isDirty) sessionStorage.setItem(keyOf(place, itemId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(place, itemId));
  } catch {
    // A browser without storage, or with a full one, still has the draft on the screen.
  }
}

export function keptDraft(place: DraftPlace, itemId: string): Draft | null {
  try {
    return parseDraft(sessionStorage.getItem(keyOf(place, itemId)));
  } catch {
    return null;
  }
}

function keyOf({ projectId, queueId, userId }: DraftPlace, itemId: string): string {
  return `spindle-desk:${userId}:${projectId}:${queueId}:${itemId}`;
}

/** A kept draft, or null where what is stored is none. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  return isDraft(value) ? value : null;
}

function isDraft(value: unknown): value is Draft {
  return (
    isRecord(value) &&
    isRecord(value.answers) &&
    Object.values(value.answers).every(isEntry) &&
    isEntry(value.note) &&
    Array.isArray(value.reactions) &&
    value.reactions.every(isEntry) &&
    Array.isArray(value.replaced) &&
    value.replaced.every((id) => typeof id === "string") &&
    typeof value.isAttempted === "boolean" &&
    typeof value.isDirty === "boolean"
  );
}

function isEntry(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.text === "string" &&
    typeof value.id === "string" &&
    typeof value.isStored === "boolean"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
