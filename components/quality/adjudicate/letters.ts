import type { ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";

export type LetteredAnswer = { letter: string; answer: ItemAnswer };

/**
 * The finished answers to an item under letters that do not show who gave them: their order is the same each time for one item and
 * differs between items, so that nobody is always A.
 */
export function letteredAnswers(answers: readonly ItemAnswer[]): LetteredAnswer[] {
  return answers
    .filter(({ state }) => state === "completed")
    .map((answer) => ({ answer, place: shuffled(`${answer.itemId} ${answer.annotatorUserId}`) }))
    .toSorted((a, b) => a.place - b.place || (a.answer.annotatorUserId < b.answer.annotatorUserId ? -1 : 1))
    .map(({ answer }, i) => ({ letter: letterAt(i), answer }));
}

/** A to Z, then AA, AB, as the columns of a sheet. */
export function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${letterAt(Math.floor(index / 26) - 1)}${last}`;
}

/** FNV-1a, then a final mix, since ids made in the same moment differ in little. */
function shuffled(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
