import type { AddressFault } from "./address-faults.ts";

const MOST_CHARACTERS = 40;
const OF_SORT = ["sort", "dir"];

/** What is wrong with an address, and what is shown instead; `usualSort` ends a sentence: `name, from A to Z`. */
export function faultWords(faults: readonly AddressFault[], usualSort: string): string {
  const sort = faults.find(({ name }) => OF_SORT.includes(name));
  const filters = faults.filter(({ name }) => !OF_SORT.includes(name));
  return [
    ...(sort ? [sortWords(sort, usualSort)] : []),
    ...(filters.length > 0 ? [filterWords(filters)] : []),
  ].join(" ");
}

function sortWords({ name, text }: AddressFault, usualSort: string): string {
  return name === "sort"
    ? `This address has a sort that does not exist: ${cut(text)}. The list is sorted by ${usualSort}.`
    : `This address has a direction that does not exist: ${cut(text)}. The list is sorted from the largest or newest.`;
}

function filterWords(filters: readonly AddressFault[]): string {
  const named = filters.map(({ name, text }) => `${name}=${cut(text)}`).join(", ");
  return filters.length === 1
    ? `This address has a filter that cannot be read, and the list is shown without it: ${named}.`
    : `This address has filters that cannot be read, and the list is shown without them: ${named}.`;
}

/** A text of an address, as long as a sentence has room for. */
export function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}
