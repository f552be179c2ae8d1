"use client";

import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { countOf } from "#components/ui/text/format.ts";
import {
  columnClass,
  type DataTableColumn,
  type DataTableProps,
  type Shown,
  type Sort,
} from "./data-table-types.ts";

const HEAD_CELL =
  "sticky top-0 z-10 h-8 border-line border-b bg-surface px-3 text-left font-medium text-muted text-xs first:pl-4 last:pr-4";

export function DataTableHead<Row>(props: Shown<Row>) {
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

type HeadCellProps<Row> = Pick<DataTableProps<Row>, "columns" | "sort" | "onSortChange"> & {
  column: DataTableColumn<Row>;
};

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
