import type { ItemFilter, QueueItem } from "#lib/contract/annotation/queues.ts";
import type { ItemChange } from "./item-queries.ts";

/** Items chosen one by one, or all that the page's filter keeps, loaded or not. */
export type ItemSelection = { kind: "some"; ids: ReadonlySet<string> } | { kind: "all"; count: number };

export const NOTHING_SELECTED: ItemSelection = { kind: "some", ids: new Set() };

export function selectedCount(selection: ItemSelection): number {
  return selection.kind === "some" ? selection.ids.size : selection.count;
}

/** How a request names what is selected. */
export function namedIn(
  selection: ItemSelection,
  filter: ItemFilter,
): Pick<ItemChange, "itemIds" | "filter"> {
  return selection.kind === "some" ? { itemIds: [...selection.ids] } : { filter };
}

/** The changes that bring back what the chosen items had, one for each former value; none where the rows are not all known. */
export function changesBack(
  selection: ItemSelection,
  rows: readonly QueueItem[],
  action: "prioritize" | "assign",
): ItemChange[] | null {
  if (selection.kind === "all") return null;
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  if (chosen.length < selection.ids.size) return null;
  const groups = Map.groupBy(chosen, ({ priority, assignedTo }) =>
    action === "prioritize" ? String(priority) : (assignedTo ?? ""),
  );
  return [...groups].map(([value, items]) => {
    const itemIds = items.map(({ id }) => id);
    if (action === "prioritize") return { action, itemIds, priority: Number(value) };
    return value === "" ? { action, itemIds } : { action, itemIds, assignedTo: value };
  });
}
