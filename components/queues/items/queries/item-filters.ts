import { type AddressRules, isOneOf, USUAL_RULES } from "#components/layout/faults/address-faults.ts";
import type { SearchPatch } from "#components/layout/state/address.ts";
import { isSwitch, readSwitch } from "#components/ui/filter/switch-value.ts";
import type { Sort } from "#components/ui/table/data-table.tsx";
import {
  ANNOTATION_STATES,
  type AnnotationState,
  type ItemFilter,
  type ItemSort,
} from "#lib/contract/annotation/queues.ts";

/** What narrows the items of a queue, each under its name in the page's address. */
export type ItemFilters = {
  state: AnnotationState | null;
  open: boolean | null;
  flagged: boolean | null;
  decided: boolean | null;
  reserved: boolean | null;
  /** Asked by a reinforcement run. */
  run: boolean | null;
  by: string | null;
  assigned: string | null;
  added: string | null;
  priority: number | null;
  call: string | null;
};

export const NO_ITEM_FILTERS: SearchPatch = {
  state: null,
  open: null,
  flagged: null,
  decided: null,
  reserved: null,
  run: null,
  by: null,
  assigned: null,
  added: null,
  priority: null,
  call: null,
};

export function readItemFilters(get: (name: string) => string | null): ItemFilters {
  const priority = Number(get("priority") ?? "");
  return {
    state: ANNOTATION_STATES.find((state) => state === get("state")) ?? null,
    open: readSwitch(get("open")),
    flagged: readSwitch(get("flagged")),
    decided: readSwitch(get("decided")),
    reserved: readSwitch(get("reserved")),
    run: readSwitch(get("run")),
    by: get("by"),
    assigned: get("assigned"),
    added: get("added"),
    priority: get("priority") !== null && Number.isSafeInteger(priority) ? priority : null,
    call: get("call"),
  };
}

/** Whether what an address says of each filter can be read. */
export const ITEM_RULES: AddressRules = {
  ...USUAL_RULES,
  state: isOneOf(ANNOTATION_STATES),
  ...Object.fromEntries(["open", "flagged", "decided", "reserved", "run"].map((name) => [name, isSwitch])),
  priority: (text) => Number.isSafeInteger(Number(text)),
  sort: (text) => readItemSort(text, null) !== null,
};

export function isFilteredBy(filters: ItemFilters): boolean {
  return Object.values(filters).some((value) => value !== null);
}

/** The filter as the service takes it; what is not asked for is left out. */
export function itemFilterOf(filters: ItemFilters): ItemFilter {
  return {
    ...(filters.state === null ? {} : { annotationStates: [filters.state] }),
    ...(filters.open === null ? {} : { isOpen: filters.open }),
    ...(filters.flagged === null ? {} : { isFlagged: filters.flagged }),
    ...(filters.decided === null ? {} : { isDecided: filters.decided }),
    ...(filters.reserved === null ? {} : { isReserved: filters.reserved }),
    ...(filters.run === null ? {} : { isAskedByRun: filters.run }),
    ...(filters.by === null ? {} : { annotatorUserId: filters.by }),
    ...(filters.assigned === null ? {} : { assignedTo: filters.assigned }),
    ...(filters.added === null ? {} : { addedBy: filters.added }),
    ...(filters.priority === null ? {} : { minPriority: filters.priority }),
    ...(filters.call === null ? {} : { callId: filters.call }),
  };
}

/** Sortable columns have the names of the fields that the service sorts by. */
export const ITEM_SORTS = ["created_at", "call_op_name", "priority", "updated_at"] as const;

/** Null for the order of adding. */
export function readItemSort(field: string | null, direction: string | null): Sort | null {
  const id = ITEM_SORTS.find((known) => known === field);
  return id ? { id, direction: direction === "desc" ? "desc" : "asc" } : null;
}

export function itemSortOf(sort: Sort | null): ItemSort {
  const field = ITEM_SORTS.find((known) => known === sort?.id);
  return field && sort ? [{ field, direction: sort.direction }] : [];
}
