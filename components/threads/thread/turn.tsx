"use client";

import { ArrowUpRight, ListPlus, ThumbsDown, ThumbsUp } from "lucide-react";
import type { ReactNode } from "react";
import { CallStatusBadge } from "#components/calls/call/call-status.tsx";
import { callName, statusOf } from "#components/calls/parts/call-facts.ts";
import { Conversation, ExceptionBlock } from "#components/conversation/conversation.tsx";
import { MadeCalls } from "#components/conversation/made-calls.tsx";
import { MessageList } from "#components/conversation/message-list.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf, formatCount, formatDuration } from "#components/ui/text/format.ts";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { Turn as TurnRow } from "#lib/contract/traces/threads.ts";
import type { Thumb } from "./thumbs.ts";
import type { LoadedTurn } from "./use-turns.ts";

export type TurnView = "chat" | "raw";

export type TurnActs = {
  onOpen: (turn: TurnRow) => void;
  /** Null where the reader may not. */
  onAdd: ((turn: TurnRow) => void) | null;
  onThumb: ((turn: TurnRow, thumb: Thumb) => void) | null;
};

type TurnProps = {
  turn: TurnRow;
  /** From 1. */
  number: number;
  loaded: LoadedTurn;
  view: TurnView;
  acts: TurnActs;
};

export function Turn({ turn, number, loaded, view, acts }: TurnProps) {
  return (
    <article aria-label={`Turn ${number}`} className="px-4 py-3">
      <TurnHeader turn={turn} number={number} loaded={loaded} acts={acts} />
      {view === "raw" ? <RawTurn {...loaded} /> : <TurnMessages {...loaded} />}
    </article>
  );
}

function TurnMessages({ call, messages, asked, made }: LoadedTurn) {
  const between = made.length > 0 ? <MadeCalls calls={made} asked={asked} /> : null;
  const isConversation =
    messages.some(({ from }) => from === "inputs") &&
    (messages.some(({ from }) => from === "output") || !call.endedAt);
  if (!isConversation && !(messages.length > 0 && call.exception))
    return (
      <Conversation
        inputs={call.inputs}
        output={call.output}
        exception={call.exception}
        between={() => between}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <MessageList messages={messages} between={between} />
      {call.exception ? <ExceptionBlock text={call.exception} /> : null}
    </div>
  );
}

function RawTurn({ call }: LoadedTurn) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <JsonTree value={call.inputs} label="Inputs" openDepth={2} className="border border-line" />
      <JsonTree value={call.output} label="Output" openDepth={2} className="border border-line" />
      {call.exception ? <ExceptionBlock text={call.exception} /> : null}
    </div>
  );
}

function TurnHeader({ turn, number, loaded, acts }: Omit<TurnProps, "view">) {
  const { call } = loaded;
  const status = statusOf(call);
  const { onAdd, onThumb, onOpen } = acts;
  return (
    <header className="mb-3 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
      <h3 className="shrink-0 text-ink text-xs">Turn {number}</h3>
      <span title={call.opName} className="min-w-0 truncate font-mono">
        {callName(call)}
      </span>
      {status === "success" ? null : <CallStatusBadge status={status} />}
      <span className="ml-auto flex shrink-0 items-center gap-1">
        <Time value={turn.isUndated ? null : turn.startedAt} className="mr-1 max-sm:hidden" />
        <span className="mr-1">
          {turn.endedAt === null ? "so far" : formatDuration(turn.durationMs)}
          {turn.tokens === null ? null : ` · ${countOf(turn.tokens, "token")}`}
        </span>
        <ThumbButton turn={turn} number={number} thumb="up" icon={<ThumbsUp />} onThumb={onThumb} />
        <ThumbButton turn={turn} number={number} thumb="down" icon={<ThumbsDown />} onThumb={onThumb} />
        {onAdd ? (
          <IconButton
            size="sm"
            label={`Add turn ${number} to a queue`}
            icon={<ListPlus />}
            onClick={() => onAdd(turn)}
          />
        ) : null}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Open the call of turn ${number}`}
          onClick={() => onOpen(turn)}
        >
          Open
          <ArrowUpRight aria-hidden="true" className="size-3" />
        </Button>
      </span>
    </header>
  );
}

type ThumbButtonProps = Pick<TurnProps, "turn" | "number"> & {
  thumb: Thumb;
  icon: ReactNode;
  onThumb: TurnActs["onThumb"];
};

function ThumbButton({ turn, number, thumb, icon, onThumb }: ThumbButtonProps) {
  const count = thumb === "up" ? turn.thumbsUp : turn.thumbsDown;
  if (!onThumb && count === 0) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={!onThumb}
      aria-label={`Thumbs ${thumb} for turn ${number}, ${countOf(count, "so far", "so far")}`}
      aria-pressed={turn.ownThumb === thumb}
      onClick={() => onThumb?.(turn, thumb)}
      className="min-w-7 px-1.5! aria-pressed:bg-accent-tint aria-pressed:text-accent-ink disabled:opacity-100"
    >
      <span aria-hidden="true" className="[&>svg]:size-3.5">
        {icon}
      </span>
      {count > 0 ? formatCount(count) : null}
    </Button>
  );
}
