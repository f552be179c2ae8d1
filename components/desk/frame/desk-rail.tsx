"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Circle, CircleCheck, CircleDashed, CircleDot, Lock, SkipForward } from "lucide-react";
import { memo, type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useItemWords } from "#components/desk/call/use-item-words.ts";
import { RAIL_TABS, type RailTab } from "#components/desk/room/rail-tabs.ts";
import type { DeskItem } from "#components/desk/state/desk-handles.ts";
import { type DeskPlace, type RailList, railQuery } from "#components/desk/state/desk-queries.ts";
import {
  type DeskState,
  hasOpenDraft,
  heldOf,
  type Left,
  recordOf,
  stateOf,
} from "#components/desk/state/desk-state.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { areSameLists, useDeskPart } from "#components/desk/state/use-desk-part.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { Skeleton, SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { useWindowed } from "#components/ui/use-windowed.ts";
import type { AnnotationState } from "#lib/contract/annotation/queues.ts";
import { RailRowStanding } from "./rail-row-standing.tsx";

type DeskRailProps = {
  place: DeskPlace;
  store: DeskStore;
  leftForMe: number;
  /** Who else has items, as far as none are left for this annotator. */
  holders: readonly Left["holders"][number][];
  tab: RailTab;
  onTab: (tab: RailTab) => void;
  onOpen: (item: DeskItem, route: readonly DeskItem[] | null) => void;
  /** Set where it is a drawer. */
  onClose: (() => void) | null;
};

/** What is to do and what was done, as lists to choose from. Each row reads its own part of the desk. */
export const DeskRail = memo(function DeskRail(props: DeskRailProps) {
  const { place, store, leftForMe, holders, tab, onTab, onOpen, onClose } = props;
  const open = (item: DeskItem, route: readonly DeskItem[] | null) => {
    onOpen(item, route);
    onClose?.();
  };
  const lists = (
    <nav aria-label="Items" className="flex min-h-0 flex-1 flex-col">
      <Tabs
        label="Lists of items"
        size="sm"
        value={tab}
        onValueChange={(value) => onTab(RAIL_TABS.find((one) => one.value === value)?.value ?? "todo")}
        className="flex-1"
        panelClassName="flex min-h-0 flex-1 flex-col"
        tabs={RAIL_TABS.map(({ value, label }) => ({
          value,
          label,
          content:
            value === "todo" ? (
              <ToDo {...{ place, store, leftForMe, holders }} onOpen={(item) => open(item, null)} />
            ) : (
              <Past place={place} store={store} list={value} onOpen={open} />
            ),
        }))}
      />
    </nav>
  );
  if (!onClose) return lists;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()} title="Items" side="left">
      <div className="flex h-full flex-col">{lists}</div>
    </Sheet>
  );
});

type ToDoProps = Pick<DeskRailProps, "place" | "store" | "leftForMe" | "holders"> & {
  onOpen: (item: DeskItem) => void;
};

function ToDo({ place, store, leftForMe, holders, onOpen }: ToDoProps) {
  const items = useDeskPart(store, itemsToDo, areSameLists);
  const choices = useDeskPart(store, itemsToChoose, areSameLists);
  const more = Math.max(0, leftForMe - items.length);
  return (
    <Rows
      place={place}
      store={store}
      items={[...choices, ...items]}
      isLoading
      onOpen={onOpen}
      rest={
        <div className="flex flex-col gap-1 px-3 py-2 text-faint text-xs">
          <p>
            {more > 0
              ? countOf(more, "more item") + (items.length > 0 ? " after these" : "")
              : items.length + choices.length > 0
                ? "These are the last items"
                : "Nothing to do now"}
          </p>
          {holders.map(({ annotatorUserId, name, items: count }) => (
            <p key={annotatorUserId} className="flex items-center gap-1.5">
              <Lock aria-hidden="true" className="size-3" />
              {name} has {countOf(count, "item")}
            </p>
          ))}
        </div>
      }
    />
  );
}

/** The annotator has two answers to it, of which one is to be chosen; it is not reserved. */
function itemsToChoose({ items, lane }: DeskState): DeskItem[] {
  return Object.values(items).flatMap(({ held, trouble }) =>
    held && trouble?.kind === "stale" && !lane.includes(held.item.id) ? [held.item] : [],
  );
}

function itemsToDo(state: DeskState): DeskItem[] {
  return state.lane.flatMap((id) => heldOf(state, id)?.item ?? []);
}

type PastProps = {
  place: DeskPlace;
  store: DeskStore;
  list: RailList;
  onOpen: (item: DeskItem, route: readonly DeskItem[]) => void;
};

const EMPTY: { [L in RailList]: string } = {
  mine: "No open items",
  skipped: "No skipped items",
  done: "No completed items yet",
  flagged: "No flagged items",
};

function Past({ place, store, list, onOpen }: PastProps) {
  const query = useInfiniteQuery(railQuery(place, list));
  const begun = useDeskPart(store, itemsBegun, areSameLists);
  const items = list === "mine" ? withBegun(begun, query.data ?? []) : (query.data ?? []);
  if (!query.data && query.error) return <QueryError title="The list could not be loaded" query={query} />;
  if (!query.data)
    return (
      <div className="p-3">
        <SkeletonLines label="Loading the list" lines={5} />
      </div>
    );
  return (
    <Rows
      place={place}
      store={store}
      items={items}
      onOpen={(item) => onOpen(item, items)}
      onEnd={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
      rest={items.length === 0 ? <p className="px-3 py-2 text-faint text-xs">{EMPTY[list]}</p> : null}
    />
  );
}

function itemsBegun(state: DeskState): DeskItem[] {
  const items = Object.values(state.items).flatMap(({ held }) => held?.item ?? []);
  return items.filter(({ id }) => hasOpenDraft(state, id));
}

/** What was begun here counts before the server knows of it. */
function withBegun(begun: readonly DeskItem[], items: readonly DeskItem[]): DeskItem[] {
  const known = new Set(items.map(({ id }) => id));
  return [...begun.filter(({ id }) => !known.has(id)), ...items];
}

type RowsProps = {
  place: DeskPlace;
  store: DeskStore;
  items: readonly DeskItem[];
  /** Whether the desk loads their calls, one after the other. */
  isLoading?: boolean;
  onOpen: (item: DeskItem) => void;
  onEnd?: (() => void) | undefined;
  rest: ReactNode;
};

const ROW_PX = 48;
const OVERSCAN = 8;

/** Draws only the rows in sight. */
function Rows({ place, store, items, isLoading = false, onOpen, onEnd, rest }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useWindowed({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    initialRect: { width: 240, height: 800 },
  });
  const open = useLatest(onOpen);
  const shown = virtual.getVirtualItems();
  const isAtEnd = (shown.at(-1)?.index ?? -1) >= items.length - 1;
  const reach = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (isAtEnd && items.length > 0) reach();
  }, [isAtEnd, items.length]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul style={{ height: virtual.getTotalSize() }} className="relative">
        {shown.map(({ index, start }) => {
          const item = items[index];
          return item ? (
            <li
              key={item.id}
              style={{ transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0 h-12"
            >
              <Row
                projectId={place.projectId}
                store={store}
                item={item}
                isLoading={isLoading}
                onOpen={open}
              />
            </li>
          ) : null;
        })}
      </ul>
      {rest}
    </div>
  );
}

/** The same function from one render to the next, which calls the newest of them. */
function useLatest(onOpen: RowsProps["onOpen"]): RowsProps["onOpen"] {
  const newest = useRef(onOpen);
  useEffect(() => {
    newest.current = onOpen;
  });
  return useCallback((item) => newest.current(item), []);
}

const MARKS: {
  [S in AnnotationState | "draft" | "choice"]: { icon: typeof Circle; word: string; tone: string };
} = {
  unstarted: { icon: Circle, word: "to do", tone: "text-faint" },
  in_progress: { icon: CircleDashed, word: "begun", tone: "text-warning-ink" },
  choice: { icon: CircleDot, word: "two answers: choose one", tone: "text-danger-ink" },
  draft: { icon: CircleDot, word: "started here", tone: "text-warning-ink" },
  completed: { icon: CircleCheck, word: "done", tone: "text-success-ink" },
  skipped: { icon: SkipForward, word: "skipped", tone: "text-faint" },
};

type RowProps = {
  projectId: string;
  store: DeskStore;
  item: DeskItem;
  isLoading: boolean;
  onOpen: (item: DeskItem) => void;
};

/** Memoised, because the desk changes with each key. */
const Row = memo(function Row({ projectId, store, item, isLoading, onOpen }: RowProps) {
  const standing = useDeskPart(store, (state) => {
    if (recordOf(state, item.id).trouble?.kind === "stale") return "choice";
    return hasOpenDraft(state, item.id) ? "draft" : stateOf(state, item);
  });
  const isCurrent = useDeskPart(store, ({ current }) => current === item.id);
  const { words, isPending } = useItemWords(projectId, item);
  const isComing = isLoading && isPending;
  const mark = MARKS[standing];
  return (
    <button
      type="button"
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => onOpen(item)}
      className={clsx(
        "flex h-full w-full items-center gap-2 px-3 text-left focus-visible:-outline-offset-2",
        isCurrent ? "bg-pressed" : "hover:bg-hover",
      )}
    >
      <mark.icon
        aria-hidden="true"
        className={clsx("size-3.5 shrink-0", isCurrent ? "text-ink" : mark.tone)}
      />
      <span className="flex min-w-0 flex-1 flex-col">
        {isComing ? <Skeleton className="my-1 h-3 w-4/5" /> : null}
        <span className={isComing ? "sr-only" : "truncate"}>{words}</span>
        <span className={clsx("truncate text-xs", isCurrent ? "text-muted" : "text-faint")}>
          <RailRowStanding word={mark.word} startedAt={item.isCallUndated ? null : item.callStartedAt} />
        </span>
      </span>
    </button>
  );
});
