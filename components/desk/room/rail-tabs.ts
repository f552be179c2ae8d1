import type { RailList } from "#components/desk/state/desk-queries.ts";

/** What is to do, or one of the annotator's own lists. */
export type RailTab = "todo" | RailList;

export const RAIL_TABS: readonly { value: RailTab; label: string }[] = [
  { value: "todo", label: "To do" },
  { value: "mine", label: "Mine" },
  { value: "skipped", label: "Skipped" },
  { value: "done", label: "Done" },
  { value: "flagged", label: "Flagged" },
];
