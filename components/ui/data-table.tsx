"use client";

import type { RowData, RowSelectionState, SortingState } from "@tanstack/react-table";
import { rowSelectionFeature, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import clsx from "clsx";
import { type ReactNode, useMemo, useRef } from "react";
import { DataTableBody } from "./data-table-body.tsx";
import { DataTableHead } from "./data-table-head.tsx";
import { DataTableLoadMore, DataTableSkeleton } from "./data-table-rest.tsx";
import { ErrorBanner, ErrorState } from "./error-state.tsx";

export type ColumnWidth = "id" | "xs" | "sm" | "md" | "lg" | "fill";

export type DataTableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and durations stand at the end. */
  align?: "start" | "end";
  sortable?: boolean;
  width?: ColumnWidth;
  /** Left out where the screen is narrow. */
  wideOnly?: boolean;
};

export type Sort = { id: string; direction: "asc" | "desc" };

export type DataTableProps<Row> = {
  /** What the rows are, for screen readers: `Threads`. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Undefined until the first answer came. */
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  /** The spoken name of a row, used by its checkbox and its opening. */
  rowLabel: (row: Row) => string;
  error?: { title: string; detail?: string } | null;
  onRetry?: () => void;
  /** Shown in place of the table when there are no rows. */
  empty: ReactNode;
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  openRowId?: string | null;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  onLoadMore?: () => void;
  className?: string;
};

export const features = tableFeatures({ rowSelectionFeature, rowSortingFeature });

/**
 * Rows to read, sort, walk with the keyboard, select and open. The caller sorts and loads; the table shows.
 * Arrow keys or J and K move, Enter opens, X or Space selects, with Shift up to the last one selected.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { rows, error, onRetry, empty, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRowTable(props);
  if (!rows && error) return <ErrorState {...error} onRetry={onRetry} />;
  if (!rows)
    return <DataTableSkeleton label={label} columns={props.columns} selectable={Boolean(props.selected)} />;
  if (rows.length === 0 && !error) return empty;
  return (
    <div className={clsx("flex min-h-0 min-w-0 flex-col", props.className)}>
      {error ? <ErrorBanner {...error} onRetry={onRetry} /> : null}
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto">
        <table
          aria-label={label}
          aria-rowcount={props.hasMore ? -1 : rows.length + 1}
          className="w-full table-fixed border-separate border-spacing-0 text-sm"
        >
          <DataTableHead table={table} {...props} />
          <DataTableBody table={table} scroller={scroller} {...props} />
        </table>
        {props.hasMore && props.onLoadMore ? (
          <DataTableLoadMore
            key={rows.length}
            pending={props.isLoadingMore ?? false}
            failed={Boolean(error)}
            onLoadMore={props.onLoadMore}
          />
        ) : null}
      </div>
    </div>
  );
}

const NO_ROWS: never[] = [];

function useRowTable<Row extends RowData>(props: DataTableProps<Row>) {
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

const WIDTHS: { [W in ColumnWidth]: string } = {
  id: "w-40",
  xs: "w-20",
  sm: "w-32",
  md: "w-40",
  lg: "w-64",
  fill: "w-auto",
};

/** The classes that a header and the cells below it share. */
export function columnClass<Row>(column: DataTableColumn<Row>): string {
  return clsx(
    WIDTHS[column.width ?? "md"],
    column.align === "end" && "text-right",
    column.wideOnly && "max-md:hidden",
  );
}
