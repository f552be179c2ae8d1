"use client";

import clsx from "clsx";
import { ArrowDown, Link2 } from "lucide-react";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type WheelEvent,
} from "react";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import type { LiveJob, LoggedEvent } from "#components/run/state/live-job.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { countOf, formatCount, formatExact } from "#components/ui/text/format.ts";
import { useWindowed } from "#components/ui/use-windowed.ts";
import type { TrainingJobDetail } from "#lib/contract/training/training.ts";
import { describeEvent } from "./describe-event.ts";
import { EVENT_FILTERS, eventFilter } from "./event-filters.ts";

const ROW_PX = 32;
/** This near to the end counts as the end. */
const END_PX = 40;

type EventLogProps = {
  live: LiveJob;
  cancellation: TrainingJobDetail["cancellation"];
  /** Asks for more of what was left out; null where no more can be had. */
  onEarlier: (() => void) | null;
};

/** Everything that happened to a job, oldest first. It follows the newest event until somebody scrolls away from it. */
export function EventLog({ live, cancellation, onEarlier }: EventLogProps) {
  const { get, replace } = useSearchState();
  const filter = eventFilter(get("events"));
  const rows = useMemo(
    () => live.events.filter(({ type }) => filter.types === null || filter.types.includes(type)),
    [live.events, filter],
  );
  const linked = useLinkedEvent();
  const linkedAt = linked === null ? -1 : rows.findIndex(({ id }) => id === linked);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useFollowing({ rows, scroller, linkedAt });
  return (
    <section aria-labelledby="job-events" className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <LogHead
        count={countText(live, rows.length, filter.types === null)}
        filter={filter.value}
        onFilter={(events) => replace({ events })}
        onEarlier={live.eventCount > live.events.length ? onEarlier : null}
      />
      {linked !== null && linkedAt < 0 && live.eventCount > 0 ? (
        <p className="border-line border-b bg-sunken px-4 py-1.5 text-muted text-sm">
          The linked event is not shown here. It may be of another kind or very old.
        </p>
      ) : null}
      <div
        ref={scroller}
        onScroll={list.onScroll}
        onWheel={list.onWheel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="h-[26rem] min-h-0 flex-1 overflow-y-auto -outline-offset-2 lg:h-auto"
      >
        {rows.length === 0 ? (
          <p className="p-4 text-muted text-sm">
            {live.eventCount === 0
              ? "No events yet. The job is waiting for its turn."
              : "No event of this kind yet."}
          </p>
        ) : (
          <Rows {...{ rows, list, linked, cancellation }} />
        )}
      </div>
      {list.isFollowing || list.newCount === 0 ? null : (
        <Button
          variant="primary"
          size="sm"
          icon={<ArrowDown />}
          onClick={list.follow}
          className="absolute! bottom-3 left-1/2 -translate-x-1/2 rounded-full!"
        >
          {formatCount(list.newCount)} new
        </Button>
      )}
    </section>
  );
}

type LogHeadProps = Pick<EventLogProps, "onEarlier"> & {
  count: string;
  filter: string;
  onFilter: (filter: string | null) => void;
};

function LogHead({ count, filter, onFilter, onEarlier }: LogHeadProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
      <h2 id="job-events" className="text-sm">
        Events
      </h2>
      <span className="text-muted text-xs">{count}</span>
      {onEarlier ? (
        <Button size="sm" variant="ghost" onClick={onEarlier}>
          Show earlier events
        </Button>
      ) : null}
      <span className="ml-auto w-44">
        <Select
          size="sm"
          aria-label="Kind of events"
          value={filter}
          onValueChange={(value) => onFilter(value === EVENT_FILTERS[0].value ? null : value)}
          options={EVENT_FILTERS.map(({ value, label }) => ({ value, label }))}
        />
      </span>
    </div>
  );
}

function countText({ eventCount, events }: LiveJob, shown: number, isAll: boolean): string {
  if (!isAll) return `${formatCount(shown)} of ${countOf(eventCount, "event")}`;
  if (eventCount > events.length)
    return `the newest ${formatCount(events.length)} of ${formatCount(eventCount)}`;
  return formatCount(eventCount);
}

type Following = {
  rows: readonly LoggedEvent[];
  scroller: RefObject<HTMLDivElement | null>;
  /** Place of the event that the address names, or -1. */
  linkedAt: number;
};

function useFollowing({ rows, scroller, linkedAt }: Following) {
  const [isFollowing, setState] = useState(() => linkedAt < 0 && readHash() === null);
  /** Known at once, where the state is known only after the next render: a row that comes in between must not bring anybody back. */
  const follows = useRef(isFollowing);
  const setFollowing = (next: boolean) => {
    follows.current = next;
    setState(next);
  };
  const [seenId, setSeenId] = useState<string | null>(null);
  const virtual = useWindowed({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    initialRect: { width: 0, height: 600 },
  });
  const lastId = rows.at(-1)?.id ?? null;
  /** Someone turns away from the end and has not moved up yet: what still arrives must not bring them back. */
  const isLeaving = useRef(false);
  const lastTop = useRef(0);
  // The virtualizer's own scroll to the end repeats for some frames, which would fight a reader who scrolls.
  const toEnd = useEffectEvent((newestId: string) => {
    if (!follows.current || isLeaving.current) return;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    setSeenId(newestId);
  });
  useEffect(() => {
    if (isFollowing && lastId !== null) toEnd(lastId);
  }, [isFollowing, lastId]);
  const toLinked = useEffectEvent((index: number) => {
    setFollowing(false);
    virtual.scrollToIndex(index, { align: "center" });
  });
  useEffect(() => {
    if (linkedAt >= 0) toLinked(linkedAt);
  }, [linkedAt]);
  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < END_PX;
    const isUp = box.scrollTop < lastTop.current;
    lastTop.current = box.scrollTop;
    if (isAtEnd && isLeaving.current) return;
    // New rows alone take the end away from where the box still is.
    if (isUp) isLeaving.current = false;
    setFollowing(isAtEnd);
    if (!isAtEnd && isFollowing) setSeenId(lastId);
  };
  const onWheel = ({ deltaY }: WheelEvent) => {
    const box = scroller.current;
    isLeaving.current = deltaY < 0 && box !== null && box.scrollTop > 0;
    if (!isLeaving.current || !isFollowing) return;
    setFollowing(false);
    setSeenId(lastId);
  };
  const seenAt = rows.findLastIndex(({ id }) => id === seenId);
  const newCount = seenId === null ? 0 : rows.length - 1 - seenAt;
  const follow = () => {
    isLeaving.current = false;
    setFollowing(true);
  };
  return { virtual, isFollowing, newCount, onScroll, onWheel, follow };
}

type RowsProps = Pick<EventLogProps, "cancellation"> & {
  rows: readonly LoggedEvent[];
  list: ReturnType<typeof useFollowing>;
  linked: string | null;
};

/** Only the rows in sight, between two spacers. */
function Rows({ rows, list: { virtual }, linked, cancellation }: RowsProps) {
  const items = virtual.getVirtualItems();
  return (
    <table
      aria-label="Events, oldest first"
      aria-rowcount={rows.length}
      className="w-full table-fixed text-sm"
    >
      <colgroup>
        <col className="w-28 sm:w-36" />
        <col />
        <col className="w-28" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          {["Event", "Details", "Time"].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Spacer height={items[0]?.start ?? 0} />
        {items.map(({ index }) => {
          const event = rows[index];
          return event ? (
            <Row key={event.id} {...{ event, index, cancellation }} isLinked={event.id === linked} />
          ) : null;
        })}
        <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </tbody>
    </table>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable; this one only takes up room.
    <tr aria-hidden="true">
      <td className="p-0" ref={(td) => td?.style.setProperty("height", `${height}px`)} />
    </tr>
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

type RowProps = Pick<EventLogProps, "cancellation"> & {
  event: LoggedEvent;
  index: number;
  isLinked: boolean;
};

function Row({ event, index, isLinked, cancellation }: RowProps) {
  const { title, detail } = describeEvent(event, cancellation);
  const isFailure = event.type === "training_failed" && title !== "Cancelled";
  const cell = "h-8 truncate border-line border-b px-2";
  return (
    <tr
      id={`event-${event.id}`}
      aria-rowindex={index + 1}
      aria-current={isLinked ? "true" : undefined}
      className={clsx("group/event", isLinked ? "bg-accent-tint" : "hover:bg-hover")}
    >
      <td className={clsx(cell, "pl-4! font-medium", isFailure && "text-danger-ink")}>{title}</td>
      <td className={cell}>
        <span title={detail} className={isFailure ? "text-danger-ink" : "text-muted"}>
          {detail}
        </span>
      </td>
      <td className={clsx(cell, "pr-4! text-right")}>
        <a
          href={`#event-${event.id}`}
          className="inline-flex items-center gap-1 rounded-sm text-muted tabular-nums hover:text-ink"
        >
          <Link2
            aria-hidden="true"
            className="size-3.5 shrink-0 text-faint opacity-0 group-focus-within/event:opacity-100 group-hover/event:opacity-100"
          />
          <span className="sr-only">Link to {title}, </span>
          <time dateTime={event.createdAt.toISOString()} title={formatExact(event.createdAt)}>
            {clock.format(event.createdAt)}
          </time>
        </a>
      </td>
    </tr>
  );
}

/** The event named in the hash of the address. */
function useLinkedEvent(): string | null {
  return useSyncExternalStore(onHashChange, readHash, () => null);
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

function readHash(): string | null {
  if (typeof window === "undefined") return null;
  return /^#event-(.+)$/.exec(window.location.hash)?.[1] ?? null;
}
