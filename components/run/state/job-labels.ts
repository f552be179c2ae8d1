import { MAX_NAME_CHARACTERS, MAX_TAG_CHARACTERS, MAX_TAGS } from "#lib/contract/training/job-labels.ts";

/** The labels of a job, as a form holds them; tags are separated by commas. */
export type LabelDraft = { name: string; tags: string; note: string; group: string };

export const NO_LABELS: LabelDraft = { name: "", tags: "", note: "", group: "" };

/** What is wrong with them, or null. */
export function labelFaults({ name, tags, group }: LabelDraft): string | null {
  if (name.trim().length > MAX_NAME_CHARACTERS || group.trim().length > MAX_NAME_CHARACTERS)
    return `Names of jobs and groups have at most ${MAX_NAME_CHARACTERS} characters.`;
  const list = tagsIn(tags);
  if (list.length > MAX_TAGS) return `A job can have at most ${MAX_TAGS} tags.`;
  const long = list.find((tag) => tag.length > MAX_TAG_CHARACTERS);
  return long === undefined
    ? null
    : `The tag “${long.slice(0, 20)}…” has more than ${MAX_TAG_CHARACTERS} characters.`;
}

/** As the service takes them; empty ones take away what was there. */
export function labelsOf({ name, tags, note, group }: LabelDraft) {
  return { name: name.trim(), tags: tagsIn(tags), note: note.trim(), group: group.trim() };
}

function tagsIn(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}
