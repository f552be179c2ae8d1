"use client";

import { MessageSquare } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { Rounds } from "#components/chat/state/playground-state.ts";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

type RoundListProps = { rounds: Rounds; isComing: boolean; hasSeveral: boolean; children: ReactNode };

/** Near enough to the end to be taken there as replies grow. */
const AT_END_PX = 80;

/** The conversation so far; stays scrolled to its end unless the reader has scrolled up. */
export function RoundList({ rounds, isComing, hasSeveral, children }: RoundListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastId = rounds.at(-1)?.id ?? 0;
  const toEnd = useEffectEvent(() => {
    const box = scroller.current;
    if (box && isAtEnd.current) box.scrollTop = box.scrollHeight;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new piece of the conversation is the reason.
  useEffect(() => toEnd(), [rounds]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is what people look at, wherever they were.
  useEffect(() => {
    isAtEnd.current = true;
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [lastId]);
  return (
    <div
      ref={scroller}
      onScroll={({ currentTarget: box }) => {
        isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX;
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="log"
      aria-label="Conversation"
      // Read out once it is whole, not word by word.
      aria-busy={isComing}
      className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
    >
      {rounds.length === 0 ? (
        <EmptyState icon={<MessageSquare />} title="Ask it something">
          {hasSeveral
            ? "All models get the same message, settings and seed. Then you vote for the better reply."
            : "Add a model above to compare replies to the same message side by side."}{" "}
          Each reply that ends is recorded as a call, in one thread per model.
        </EmptyState>
      ) : (
        <div
          className={
            hasSeveral ? "flex flex-col gap-8 p-4" : "flex flex-col gap-6 p-4 *:mx-auto *:w-full *:max-w-3xl"
          }
        >
          {children}
        </div>
      )}
    </div>
  );
}
