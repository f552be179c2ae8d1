"use client";

import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import { useWindowed } from "#components/ui/use-windowed.ts";
import { Turn, type TurnActs, type TurnView } from "./turn.tsx";
import { useLoadedTurn, useTurn } from "./use-turns.ts";

export type TurnChatHandle = {
  /** Brings a turn to the top, as far as there is something below it. */
  show: (index: number) => void;
};

type TurnChatProps = {
  threadId: string;
  total: number;
  view: TurnView;
  acts: TurnActs;
  /** Where it starts. */
  initialIndex: number;
  current: number;
  /** The turn that somebody scrolled to. */
  onScrolledTo: (index: number) => void;
  handle: Ref<TurnChatHandle>;
};

const ESTIMATED_PX = 240;
/** How far a turn may have left the top before the next one counts as the one that is read. */
const READING_LINE_PX = 48;

/** The conversation, oldest turn first; only what is in sight and a little around it exists. */
export function TurnChat(props: TurnChatProps) {
  const { total, initialIndex, current, onScrolledTo, handle } = props;
  const scroller = useRef<HTMLElement>(null);
  const virtual = useWindowed({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_PX,
    overscan: 2,
    initialRect: { width: 0, height: 900 },
  });
  const isFollowing = useReaderScroll(scroller, () => {
    const offset = (scroller.current?.scrollTop ?? 0) + READING_LINE_PX;
    const item = virtual.getVirtualItemForOffset(offset);
    if (item) onScrolledTo(item.index);
  });
  useImperativeHandle(handle, () => ({
    show: (index) => {
      isFollowing.current = false;
      virtual.scrollToIndex(index, { align: "start" });
    },
  }));
  const start = useEffectEvent(() => virtual.scrollToIndex(initialIndex, { align: "start" }));
  useEffect(() => {
    if (initialIndex > 0) start();
  }, [initialIndex]);
  const items = virtual.getVirtualItems();
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section
      ref={scroller}
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto -outline-offset-2"
    >
      <h2 className="sr-only">Conversation</h2>
      <ol aria-label="Turns" className="mx-auto max-w-4xl">
        <Spacer height={items[0]?.start ?? 0} />
        {items.map((item) => (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            aria-setsize={total}
            aria-posinset={item.index + 1}
            aria-current={item.index === current ? "true" : undefined}
            className="border-line border-b border-l-2 border-l-transparent aria-[current=true]:border-l-accent"
          >
            <TurnSlot {...props} index={item.index} />
          </li>
        ))}
        <Spacer height={after} />
      </ol>
    </section>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <li
      aria-hidden="true"
      ref={(element) => {
        // Set from script: the content policy forbids style attributes in what the server sends.
        element?.style.setProperty("height", `${height}px`);
      }}
    />
  );
}

const SCROLL_KEYS = ["PageDown", "PageUp", "Home", "End", " "];

/** Reports scrolling by the reader alone: what the keyboard asked for has been reported already. */
function useReaderScroll(scroller: RefObject<HTMLElement | null>, onScroll: () => void) {
  const isFollowing = useRef(false);
  const scrolled = useEffectEvent(onScroll);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const follow = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || SCROLL_KEYS.includes(event.key)) isFollowing.current = true;
    };
    const listen = () => {
      if (isFollowing.current) scrolled();
    };
    const starts = ["wheel", "touchmove", "pointerdown", "keydown"];
    for (const start of starts) element.addEventListener(start, follow, { passive: true });
    element.addEventListener("scroll", listen, { passive: true });
    return () => {
      for (const start of starts) element.removeEventListener(start, follow);
      element.removeEventListener("scroll", listen);
    };
  }, [scroller]);
  return isFollowing;
}

function TurnSlot({ threadId, index, view, acts }: TurnChatProps & { index: number }) {
  const turn = useTurn(threadId, index);
  const { loaded, error } = useLoadedTurn(threadId, index);
  if (turn && loaded) return <Turn turn={turn} number={index + 1} loaded={loaded} view={view} acts={acts} />;
  return (
    <article aria-label={`Turn ${index + 1}`} className="flex h-60 flex-col gap-2 px-4 py-3">
      <h3 className="text-xs">Turn {index + 1}</h3>
      {loaded === null ? (
        <p className="text-muted">The call of this turn no longer exists.</p>
      ) : error ? (
        <p className="text-danger-ink">This turn could not be loaded. {explainError(error)}</p>
      ) : (
        <>
          <Skeleton className="h-3 w-3/4" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-3 w-2/3" />
        </>
      )}
    </article>
  );
}
