"use client";

import clsx from "clsx";
import { ArrowRight, SkipForward } from "lucide-react";
import { type Ref, useRef } from "react";
import { DeskCall } from "#components/desk/call/desk-call.tsx";
import { isSwapped } from "#components/desk/call/pair-sides.ts";
import { type Swipe, useSwipe } from "#components/desk/parts/use-swipe.ts";
import type { CallHandle, DeskItem } from "#components/desk/state/desk-handles.ts";
import { MarkSlot } from "#components/queues/passages/marking.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { PairView, type Verdict } from "./pair-view.tsx";

type DeskMiddleProps = {
  queue: Queue;
  item: DeskItem;
  userId: string;
  verdict: Verdict;
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
  /** Null where there is nothing to swipe with. */
  onSwipe: ((direction: Swipe["direction"]) => void) | null;
  ref: Ref<CallHandle>;
};

/** What is judged: one call, or two side by side. */
export function DeskMiddle(props: DeskMiddleProps) {
  const { queue, item, userId, verdict, isWhole, onWhole, onSwipe, ref } = props;
  const area = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(area, { isOffered: onSwipe !== null, onSwipe: (direction) => onSwipe?.(direction) });
  const isAbove = onSwipe !== null;
  return (
    <div
      ref={area}
      className={clsx(
        "@container relative flex min-w-0 flex-col",
        // Beside the form it has the whole height; above it, two fifths of the screen and what stands around the text. Its content asks for none of its
        // own: what is longer than the screen would push the form out of it. What a model says below it comes late and takes its line from here, so that no
        // answer moves under a finger.
        !isAbove
          ? "min-h-0 flex-1"
          : item.pairCallId === null
            ? "h-0 min-h-[calc(40dvh+2.625rem-var(--model-line,0rem))] flex-auto"
            : "h-0 min-h-[calc(40dvh+10rem-var(--model-line,0rem))] flex-auto",
        "group-has-data-line/middle:[--model-line:2.75rem]",
      )}
    >
      {item.pairCallId === null ? (
        <DeskCall
          item={item}
          queue={queue}
          callId={item.callId}
          isWhole={isWhole}
          onWhole={onWhole}
          ref={ref}
        />
      ) : (
        <PairView
          queue={queue}
          isSwapped={isSwapped(item.id, userId)}
          verdict={verdict}
          item={item}
          pairCallId={item.pairCallId}
          isWhole={isWhole}
          onWhole={onWhole}
          ref={ref}
        />
      )}
      <MarkSlot />
      {swipe ? <SwipeHint swipe={swipe} /> : null}
    </div>
  );
}

/** What would happen if the finger were lifted now. */
function SwipeHint({ swipe }: { swipe: Swipe }) {
  const isRight = swipe.direction === "right";
  const Icon = isRight ? ArrowRight : SkipForward;
  const word = isRight ? "Submit" : "Skip";
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "pointer-events-none absolute inset-y-0 flex w-24 animate-fade items-center justify-center",
        isRight ? "left-0" : "right-0",
      )}
    >
      <span
        className={clsx(
          "floating flex flex-col items-center gap-1 px-3 py-2 font-medium text-xs transition-colors",
          swipe.isFar ? (isRight ? "bg-accent text-inverse" : "bg-pressed text-ink") : "text-faint",
        )}
      >
        <Icon className="size-5" />
        {word}
      </span>
    </div>
  );
}
