"use client";

import type { RowData, RowSelectionState, SortingState } from "@tanstack/react-table";
import { rowSelectionFeature, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { DataTableProps } from "./data-table-types.ts";

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature });

const NO_ROWS: never[] = [];

export function useRowTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, rows, getRowId, sort, selected, onSortChange, onSelectedChange } = props;
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Row) => row,
        enableSorting: column.sortable ?? false,
        // A column of times or numbers is first asked for its largest.
        sortDescFirst: column.align === "end",
      })),
    [columns],
  );
  const sorting: SortingState = sort ? [{ id: sort.id, desc: sort.direction === "desc" }] : [];
  const rowSelection = useMemo(() => toSelectionState(selected), [selected]);
  return useTable({
    features,
    columns: definitions,
    data: rows ?? NO_ROWS,
    getRowId,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting, rowSelection },
    onSortingChange: (update) => {
      const next = (typeof update === "function" ? update(sorting) : update)[0];
      if (next) onSortChange?.({ id: next.id, direction: next.desc ? "desc" : "asc" });
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === "function" ? update(rowSelection) : update;
      onSelectedChange?.(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
}

/** The table as its parts see it. */
export type RowTable<Row extends RowData> = ReturnType<typeof useRowTable<Row>>;

function toSelectionState(selected: ReadonlySet<string> | undefined): RowSelectionState {
  return Object.fromEntries([...(selected ?? [])].map((id) => [id, true]));
}
