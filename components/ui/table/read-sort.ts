import type { DataTableColumn, Sort } from "./data-table-types.ts";

/** The order that a page's address names, by one of `ids`; else the usual one. */
export function readSort(get: (name: string) => string | null, ids: readonly string[], usual: Sort): Sort {
  const id = ids.find((known) => known === get("sort"));
  return id ? { id, direction: get("dir") === "asc" ? "asc" : "desc" } : usual;
}

export function sortableIds<Row>(columns: readonly DataTableColumn<Row>[]): string[] {
  return columns.filter(({ sortable }) => sortable).map(({ id }) => id);
}
