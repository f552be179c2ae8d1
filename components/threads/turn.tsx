"use client";

import { ArrowUpRight, ListPlus } from "lucide-react";
import Link from "next/link";
import { callName, durationOf, statusOf } from "#components/calls/call-facts.ts";
import { CallStatusBadge } from "#components/calls/call-status.tsx";
import type { CallTreeRow } from "#components/calls/call-tree.ts";
import { CallTreeRows } from "#components/calls/trace-tree.tsx";
import { Conversation, ExceptionBlock, MessageList } from "#components/conversation/conversation.tsx";
import type { Message } from "#components/conversation/message.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { countOf, formatDuration } from "#components/ui/format.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Call } from "#lib/contract/call-fields.ts";

type TurnProps = {
  call: Call;
  /** From 1. */
  number: number;
  /** What this turn added to the conversation. */
  messages: readonly Message[];
  /** The calls that were made inside it. */
  nested: readonly CallTreeRow[];
  onAdd?: (callId: string) => void;
};

export function Turn({ call, number, messages, nested, onAdd }: TurnProps) {
  const isConversation =
    messages.some(({ from }) => from === "inputs") &&
    (messages.some(({ from }) => from === "output") || !call.endedAt);
  return (
    <article aria-label={`Turn ${number}`} className="px-4 py-3">
      <TurnHeader call={call} number={number} {...(onAdd ? { onAdd } : {})} />
      {isConversation || (messages.length > 0 && call.exception) ? (
        <div className="flex flex-col gap-4">
          <MessageList messages={messages} />
          {call.exception ? <ExceptionBlock text={call.exception} /> : null}
        </div>
      ) : (
        <Conversation inputs={call.inputs} output={call.output} exception={call.exception} />
      )}
      {nested.length > 0 ? (
        <details className="mt-3">
          <summary className="w-fit rounded-sm text-muted text-xs hover:text-ink">
            {countOf(nested.length, "call")} inside this turn
          </summary>
          <div className="mt-1">
            <CallTreeRows rows={nested} />
          </div>
        </details>
      ) : null}
    </article>
  );
}

function TurnHeader({ call, number, onAdd }: Omit<TurnProps, "messages" | "nested">) {
  const project = useProject();
  const status = statusOf(call);
  return (
    <header className="mb-3 flex min-w-0 items-center gap-2 text-muted text-xs">
      <h3 className="shrink-0 text-ink text-xs">Turn {number}</h3>
      <span title={call.opName} className="min-w-0 truncate font-mono">
        {callName(call)}
      </span>
      {status === "success" ? null : <CallStatusBadge status={status} />}
      <span className="ml-auto flex shrink-0 items-center gap-2">
        <Time value={call.startedAt} className="max-sm:hidden" />
        <span>{formatDuration(durationOf(call))}</span>
        {onAdd ? (
          <IconButton
            size="sm"
            label={`Add turn ${number} to a queue`}
            icon={<ListPlus />}
            onClick={() => onAdd(call.id)}
          />
        ) : null}
        <Link
          href={projectHref(project, "calls", call.id)}
          aria-label={`Open the call of turn ${number}`}
          className={buttonClass("ghost", "sm")}
        >
          Open
          <ArrowUpRight aria-hidden="true" className="size-3" />
        </Link>
      </span>
    </header>
  );
}
