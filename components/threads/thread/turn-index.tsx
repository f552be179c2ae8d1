"use client";

import clsx from "clsx";
import { CircleAlert, ThumbsDown, ThumbsUp } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import { formatCount, formatDuration } from "#components/ui/text/format.ts";
import { useWindowed } from "#components/ui/use-windowed.ts";
import type { Turn } from "#lib/contract/traces/threads.ts";
import { useTurn } from "./use-turns.ts";

type TurnIndexProps = {
  threadId: string;
  total: number;
  current: number;
  onPick: (index: number) => void;
  /** What the bars are measured against; null where no turn has ended. */
  p99Ms: number | null;
};

const ROW_PX = 48;

/** Every turn in a line each: what it asked, how long it took, and what was said about it. */
export function TurnIndex(props: TurnIndexProps) {
  const { total, current, onPick } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useWindowed({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    initialRect: { width: 0, height: 900 },
  });
  const follow = useEffectEvent((index: number) => virtual.scrollToIndex(index, { align: "auto" }));
  useEffect(() => follow(current), [current]);
  const items = virtual.getVirtualItems();
  return (
    <div ref={scroller} className="h-full min-h-0 overflow-y-auto">
      <ol
        aria-label="List of turns"
        className="relative"
        ref={(list) => {
          list?.style.setProperty("height", `${virtual.getTotalSize()}px`);
        }}
      >
        {items.map((item) => (
          <li
            key={item.key}
            aria-setsize={total}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0 h-12"
            ref={(row) => {
              row?.style.setProperty("transform", `translateY(${item.start}px)`);
            }}
          >
            <IndexRow
              {...props}
              index={item.index}
              isCurrent={item.index === current}
              onPick={() => onPick(item.index)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

type IndexRowProps = Omit<TurnIndexProps, "onPick"> & {
  index: number;
  isCurrent: boolean;
  onPick: () => void;
};

function IndexRow({ threadId, index, isCurrent, onPick, p99Ms }: IndexRowProps) {
  const turn = useTurn(threadId, index);
  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent ? "true" : undefined}
      onClick={onPick}
      className={clsx(
        "flex size-full flex-col justify-center gap-0.5 border-line border-b border-l-2 px-3 text-left -outline-offset-2",
        isCurrent ? "border-l-accent bg-accent-tint" : "border-l-transparent hover:bg-hover",
      )}
    >
      <span className="flex w-full min-w-0 items-baseline gap-2">
        <span className="min-w-5 shrink-0 text-faint text-xs tabular-nums">
          <span className="sr-only">Turn </span>
          {index + 1}
        </span>
        <span className="min-w-0 flex-1 truncate text-sm">
          {turn ? (
            (turn.preview ?? <span className="text-faint">{turn.displayName ?? turn.opName}</span>)
          ) : (
            <Skeleton className="h-3 w-2/3" />
          )}
        </span>
      </span>
      {turn ? <RowFacts turn={turn} p99Ms={p99Ms} /> : null}
    </button>
  );
}

function RowFacts({ turn, p99Ms }: { turn: Turn; p99Ms: number | null }) {
  return (
    <span className="flex w-full items-center gap-2 text-faint text-xs tabular-nums">
      <DurationBar durationMs={turn.durationMs} p99Ms={p99Ms} />
      <span>{turn.endedAt === null ? "so far" : formatDuration(turn.durationMs)}</span>
      {turn.tokens === null ? null : <span>{formatCount(turn.tokens)} tok</span>}
      <span className="ml-auto flex items-center gap-1.5 [&_svg]:size-3">
        {turn.hasError ? (
          <Sign icon={<CircleAlert />} name="failed" className="text-danger-ink" />
        ) : turn.failedInside > 0 ? (
          <Sign icon={<CircleAlert />} name="a call inside failed" className="text-warning-ink" />
        ) : null}
        {turn.thumbsUp > 0 ? (
          <Sign icon={<ThumbsUp />} name={`${turn.thumbsUp} thumbs up`} className="text-success-ink" />
        ) : null}
        {turn.thumbsDown > 0 ? (
          <Sign icon={<ThumbsDown />} name={`${turn.thumbsDown} thumbs down`} className="text-danger-ink" />
        ) : null}
      </span>
    </span>
  );
}

function Sign({ icon, name, className }: { icon: ReactNode; name: string; className: string }) {
  return (
    <span title={name} className={className}>
      {icon}
      <span className="sr-only">{name}</span>
    </span>
  );
}

/** How long it took beside the slowest turns of the thread; a full bar is slower than 99 in 100. */
function DurationBar({ durationMs, p99Ms }: { durationMs: number | null; p99Ms: number | null }) {
  const share = durationMs === null || !p99Ms ? 0 : Math.min(1, durationMs / p99Ms);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="h-1 w-14 shrink-0 rounded-full bg-pressed"
    >
      <rect width={share * 100} height="4" className={share >= 1 ? "fill-warning" : "fill-accent"} />
    </svg>
  );
}
