import clsx from "clsx";
import type { ReactNode } from "react";

export type ColumnWidth = "id" | "2xs" | "xs" | "sm" | "md" | "lg" | "fill";

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

/** What a key does with the row that has the focus, as `Shortcut` writes keys. */
export type RowKey<Row> = { keys: string; label: string; run: (row: Row) => void };

export type Sort = { id: string; direction: "asc" | "desc" };

export type DataTableProps<Row> = {
  /** What the rows are, for screen readers: `Threads`. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Undefined until the first answer came. */
  rows: readonly Row[] | undefined;
  /** Names what is listed and in which order, where Back leads to the place in it. */
  listKey?: string;
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
  /** Further keys of the focused row; one of them may be Enter, which then does not open it. Memoise the list. */
  rowKeys?: readonly RowKey<Row>[];
  /** The row whose detail is open. */
  openRowId?: string | null;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  onLoadMore?: () => void;
  /** Rows of two lines. */
  isTall?: boolean;
  /** Narrower than this, the table scrolls sideways instead of squeezing its columns; on a phone it never does. */
  minWidthPx?: number;
  className?: string;
};

/** A table whose rows have come. */
export type Shown<Row> = DataTableProps<Row> & { rows: readonly Row[] };

const WIDTHS: { [W in ColumnWidth]: string } = {
  id: "w-40 max-md:w-28",
  "2xs": "w-16 max-md:w-13",
  xs: "w-20 max-md:w-19",
  sm: "w-32 max-md:w-26",
  md: "w-40 max-md:w-30",
  lg: "w-64",
  fill: "w-auto",
};

/** The classes that the header of one of the columns and the cells below it share. */
export function columnClass<Row>(
  column: DataTableColumn<Row>,
  columns: readonly DataTableColumn<Row>[],
): string {
  const isLastOnPhone = columns.findLast(({ wideOnly }) => !wideOnly) === column;
  return clsx(
    WIDTHS[column.width ?? "md"],
    column.align === "end" && "text-right",
    column.wideOnly && "max-md:hidden",
    "max-md:not-first:pl-2",
    isLastOnPhone ? "max-md:not-last:pr-4" : "max-md:not-last:pr-2",
  );
}
