"use client";

import type { RowData } from "@tanstack/react-table";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "./checkbox.tsx";
import { columnClass, type DataTableProps } from "./data-table-types.ts";
import { countOf } from "./format.ts";
import type { RowTable } from "./use-row-table.ts";

const HEAD_CELL =
  "sticky top-0 z-10 h-8 border-line border-b bg-surface px-3 text-left font-medium text-muted text-xs first:pl-4 last:pr-4";

export function DataTableHead<Row extends RowData>({
  table,
  ...props
}: DataTableProps<Row> & { table: RowTable<Row> }) {
  return (
    <thead>
      <tr>
        {props.selected ? (
          <th scope="col" className={clsx(HEAD_CELL, "w-10 pr-0")}>
            <Checkbox
              hideLabel
              label={`Select ${countOf(props.rows?.length ?? 0, "row")}`}
              checked={table.getIsAllRowsSelected()}
              indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
              onCheckedChange={(checked) => table.toggleAllRowsSelected(checked)}
            />
          </th>
        ) : null}
        {props.columns.map((column) => (
          <HeadCell key={column.id} table={table} column={column} columns={props.columns} sort={props.sort} />
        ))}
      </tr>
    </thead>
  );
}

type HeadCellProps<Row extends RowData> = Pick<DataTableProps<Row>, "columns" | "sort"> & {
  table: RowTable<Row>;
  column: DataTableProps<Row>["columns"][number];
};

function HeadCell<Row extends RowData>({ table, column, columns, sort }: HeadCellProps<Row>) {
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
          onClick={() => table.getColumn(column.id)?.toggleSorting()}
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
