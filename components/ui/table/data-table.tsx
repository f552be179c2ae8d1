"use client";

import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useRef } from "react";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { ErrorBanner, ErrorState } from "#components/ui/notice/error-state.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { DataTableBody } from "./data-table-body.tsx";
import { DataTableLoadMore, DataTableSkeleton } from "./data-table-rest.tsx";
import {
  columnClass,
  type DataTableColumn,
  type DataTableProps,
  type Shown,
  type Sort,
} from "./data-table-types.ts";
import { useKeptPlace } from "./use-kept-place.ts";

const HEAD_CELL =
  "sticky top-0 z-10 h-8 border-line border-b bg-surface px-3 text-left font-medium text-muted text-xs first:pl-4 last:pr-4";

export type { DataTableColumn, RowKey, Sort } from "./data-table-types.ts";

/**
 * Rows to read, sort, walk with the keyboard, select and open. The caller sorts and loads; the table shows.
 * Arrow keys or J and K move, Enter opens, X or Space selects, with Shift up to the last one selected.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, onRetry, empty, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useKeptPlace(scroller, rows && rows.length > 0 ? props.listKey : undefined);
  if (!rows && error) return <ErrorState {...error} onRetry={onRetry} />;
  if (!rows)
    return (
      <DataTableSkeleton
        label={label}
        columns={props.columns}
        selectable={Boolean(props.selected)}
        isTall={props.isTall ?? false}
      />
    );
  if (rows.length === 0 && !error) return empty;
  return (
    <div className={clsx("flex min-h-0 min-w-0 flex-col", props.className)}>
      {error ? <ErrorBanner {...error} onRetry={onRetry} /> : null}
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto">
        <table
          aria-label={label}
          aria-rowcount={props.hasMore ? -1 : rows.length + 1}
          ref={(element) => {
            // Set from script: the content policy forbids style attributes in what the server sends.
            element?.style.setProperty("--table-min", `${props.minWidthPx ?? 0}px`);
          }}
          className="w-full table-fixed border-separate border-spacing-0 text-sm md:min-w-(--table-min)"
        >
          <DataTableHead {...props} rows={rows} />
          <DataTableBody {...props} rows={rows} scroller={scroller} />
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

type HeadCellProps<Row> = Pick<DataTableProps<Row>, "columns" | "sort" | "onSortChange"> & {
  column: DataTableColumn<Row>;
};

function DataTableHead<Row>(props: Shown<Row>) {
  const { columns, selected, sort, onSortChange } = props;
  return (
    <thead>
      <tr>
        {selected ? (
          <th scope="col" className={clsx(HEAD_CELL, "w-10 pr-0")}>
            <AllRows {...props} selected={selected} />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            columns={columns}
            sort={sort}
            onSortChange={onSortChange}
          />
        ))}
      </tr>
    </thead>
  );
}

/** Selects all rows that are loaded, or none of them; what else is selected stays. */
function AllRows<Row>({
  rows,
  getRowId,
  selected,
  onSelectedChange,
}: Shown<Row> & { selected: ReadonlySet<string> }) {
  const isAll =
    rows.length > 0 && selected.size >= rows.length && rows.every((row) => selected.has(getRowId(row)));
  const toggle = (isChosen: boolean) => {
    const next = new Set(selected);
    for (const row of rows) isChosen ? next.add(getRowId(row)) : next.delete(getRowId(row));
    onSelectedChange?.(next);
  };
  return (
    <Checkbox
      hideLabel
      label={`Select ${countOf(rows.length, "row")}`}
      checked={isAll}
      indeterminate={!isAll && selected.size > 0}
      onCheckedChange={toggle}
    />
  );
}

function HeadCell<Row>({ column, columns, sort, onSortChange }: HeadCellProps<Row>) {
  const direction = sort?.id === column.id ? sort.direction : null;
  const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={
        direction ? (direction === "asc" ? "ascending" : "descending") : column.sortable ? "none" : undefined
      }
      className={clsx(HEAD_CELL, columnClass(column, columns))}
    >
      {column.sortable ? (
        <button
          type="button"
          onClick={() => onSortChange?.(nextSort(column, direction))}
          className={clsx(
            "group -mx-1 inline-flex max-w-full items-center gap-1 rounded-sm px-1 py-1 transition-colors hover:text-ink",
            column.align === "end" && "flex-row-reverse",
            direction && "text-ink",
          )}
        >
          <span className="truncate">{column.header}</span>
          <Arrow
            aria-hidden="true"
            className={clsx(
              "size-3 shrink-0 transition-opacity",
              direction
                ? "opacity-100"
                : "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60 max-md:hidden",
            )}
          />
        </button>
      ) : (
        <span className="block truncate">{column.header}</span>
      )}
    </th>
  );
}

/** A column of times or numbers is first asked for its largest. */
function nextSort<Row>({ id, align }: DataTableColumn<Row>, direction: Sort["direction"] | null): Sort {
  const isDescNext = direction === null ? align === "end" : direction === "asc";
  return { id, direction: isDescNext ? "desc" : "asc" };
}
