"use client";

import { MessageSquare, RotateCw, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { MessageBlock } from "#components/conversation/message-block.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { countOf } from "#components/ui/format.ts";
import { Spinner } from "#components/ui/spinner.tsx";
import type { Conversation, ReplyEnd, Turn } from "./conversation-state.ts";

type ChatTurnsProps = { conversation: Conversation; onAskAgain: (() => void) | null };

/** Near enough to the end to be taken there as the reply grows. */
const AT_END_PX = 80;

/** What was said so far; it stays at its end unless the reader has scrolled up. */
export function ChatTurns({ conversation: { turns, error }, onAskAgain }: ChatTurnsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const toEnd = useEffectEvent(() => {
    const box = scroller.current;
    if (box && (isAtEnd.current || turns.at(-1)?.role === "user")) box.scrollTop = box.scrollHeight;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new piece of the conversation is the reason.
  useEffect(() => toEnd(), [turns, error]);
  const isComing = turns.some((turn) => turn.role === "assistant" && turn.end === "coming");
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
      {turns.length === 0 ? (
        <EmptyState icon={<MessageSquare />} title="Ask it something">
          The conversation is on this page alone, and gone when you leave it.
        </EmptyState>
      ) : (
        <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4">
          {turns.map((turn) => (
            <ChatTurn key={turn.id} turn={turn} />
          ))}
        </div>
      )}
      {error ? <Fault error={error} onAskAgain={onAskAgain} /> : null}
    </div>
  );
}

function ChatTurn({ turn }: { turn: Turn }) {
  const { role, text } = turn;
  const message = {
    role,
    name: null,
    parts: text === "" ? [] : [{ kind: "text" as const, text }],
    toolCalls: [],
    toolCallId: null,
    from: role === "user" ? ("inputs" as const) : ("output" as const),
  };
  if (turn.role === "user") return <MessageBlock message={message} />;
  return (
    <div className="min-w-0">
      {text === "" && turn.end === "coming" ? (
        <p className="flex items-center gap-2 text-muted text-sm">
          <Spinner className="size-3.5" /> <span className="animate-late">Waiting for the first word…</span>
        </p>
      ) : (
        <MessageBlock message={message} />
      )}
      <p className="mt-1 break-all text-faint text-xs">{captionOf(turn)}</p>
    </div>
  );
}

const ENDS: { [E in ReplyEnd]: string } = {
  coming: "",
  done: "",
  cut: "cut at the max tokens",
  stopped: "stopped",
  broken: "broke off",
};

function captionOf({ model, completionTokens, end }: Extract<Turn, { role: "assistant" }>): string {
  const tokens = completionTokens === null ? "" : countOf(completionTokens, "token");
  return [model, tokens, ENDS[end]].filter(Boolean).join(" · ");
}

function Fault({ error, onAskAgain }: { error: string; onAskAgain: (() => void) | null }) {
  return (
    <div role="alert" className="mx-auto max-w-3xl px-4 pb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-tint px-3 py-2 text-danger-ink text-sm">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        <p className="min-w-0 flex-1 break-words">{error}</p>
        {onAskAgain ? (
          <Button size="sm" icon={<RotateCw />} onClick={onAskAgain}>
            Ask again
          </Button>
        ) : null}
      </div>
    </div>
  );
}
