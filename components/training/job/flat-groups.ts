import { countOf } from "#components/ui/text/format.ts";

/** `2 of 8 groups taught nothing: all answers earned the same`; null where each group has something to compare. */
export function flatGroupsText(groups: readonly (readonly number[])[]): string | null {
  const flat = groups.filter((rewards) => new Set(rewards).size < 2).length;
  if (flat === 0) return null;
  return `${flat} of ${countOf(groups.length, "group")} taught nothing: all answers earned the same`;
}
