"use client";

import clsx from "clsx";
import { useRef } from "react";
import { ErrorBanner, ErrorState } from "#components/ui/notice/error-state.tsx";
import { DataTableBody } from "./data-table-body.tsx";
import { DataTableHead } from "./data-table-head.tsx";
import { DataTableLoadMore, DataTableSkeleton } from "./data-table-rest.tsx";
import type { DataTableProps } from "./data-table-types.ts";

export type { DataTableColumn, RowKey, Sort } from "./data-table-types.ts";

/**
 * Rows to read, sort, walk with the keyboard, select and open. The caller sorts and loads; the table shows.
 * Arrow keys or J and K move, Enter opens, X or Space selects, with Shift up to the last one selected.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, onRetry, empty, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
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
