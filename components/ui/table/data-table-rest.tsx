"use client";

import clsx from "clsx";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import { columnClass, type DataTableColumn } from "./data-table-types.ts";

const SKELETON_ROWS = Array.from({ length: 12 }, (_, i) => i);
const BAR_WIDTHS = ["w-4/5", "w-3/5", "w-11/12", "w-1/2", "w-2/3"];

/** The table before its first answer: the same columns and row heights, so that nothing moves when rows come. */
export function DataTableSkeleton<Row>(props: {
  label: string;
  columns: readonly DataTableColumn<Row>[];
  selectable: boolean;
  isTall: boolean;
}) {
  return (
    <div role="status" className="min-h-0 min-w-0 overflow-hidden">
      <span className="sr-only">Loading {props.label.toLowerCase()}</span>
      <div aria-hidden="true" className="flex h-8 items-center border-line border-b" />
      {SKELETON_ROWS.map((row) => (
        <div
          key={row}
          aria-hidden="true"
          className={clsx("flex items-center border-line border-b", props.isTall ? "h-14" : "h-9")}
        >
          {props.selectable ? <div className="w-10 shrink-0" /> : null}
          {props.columns.map((column, i) => (
            <div
              key={column.id}
              className={clsx(
                "px-3",
                columnClass(column, props.columns),
                column.width === "fill" ? "flex-1" : "shrink-0",
              )}
            >
              <Skeleton className={clsx("h-3", BAR_WIDTHS[(row + i) % BAR_WIDTHS.length])} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A page that did not come, because the list was read again in between, is asked for again after this long. */
const ASK_AGAIN_MS = 1_000;

/** Asks for the next page when it comes into sight, until it comes, and keeps a button for when that failed. */
export function DataTableLoadMore(props: { pending: boolean; failed: boolean; onLoadMore: () => void }) {
  const { pending, failed } = props;
  const mark = useRef<HTMLDivElement>(null);
  const onSeen = useEffectEvent(() => props.onLoadMore());
  // Looked at again after each page, which moves it out of sight.
  useEffect(() => {
    if (!mark.current || pending || failed) return;
    let asking: ReturnType<typeof setInterval> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearInterval(asking);
      if (!entries.at(-1)?.isIntersecting) return;
      onSeen();
      asking = setInterval(() => onSeen(), ASK_AGAIN_MS);
    });
    observer.observe(mark.current);
    return () => {
      clearInterval(asking);
      observer.disconnect();
    };
  }, [pending, failed]);
  return (
    <div ref={mark} className="flex justify-center p-3">
      <Button size="sm" variant="ghost" pending={pending} onClick={props.onLoadMore}>
        {pending ? "Loading more" : "Load more"}
      </Button>
    </div>
  );
}
