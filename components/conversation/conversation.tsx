"use client";

import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { countOf } from "#components/ui/format.ts";
import { JsonTree } from "#components/ui/json-tree.tsx";
import type { Message } from "./message.ts";
import { MessageBlock } from "./message-block.tsx";
import { readMessages } from "./read-messages.ts";

type ConversationProps = {
  inputs: unknown;
  output: unknown;
  exception?: string | null | undefined;
};

/** A call as a conversation to read; what is no conversation stands there as data. */
export function Conversation({ inputs, output, exception }: ConversationProps) {
  const messages = useMemo(() => readMessages(inputs, output), [inputs, output]);
  const hasAsked = messages.some((message) => message.from === "inputs");
  const hasAnswered = messages.some((message) => message.from === "output");
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {hasAsked ? null : <DataBlock label="Inputs" value={inputs} />}
      <MessageList messages={messages} />
      {hasAnswered || exception ? null : <DataBlock label="Output" value={output} />}
      {exception ? <ExceptionBlock text={exception} /> : null}
    </div>
  );
}

/** Above this many messages the middle waits behind a button: nobody reads it first, and drawing it takes long. */
const MOST_SHOWN = 60;
const SHOWN_AT_START = 10;

export function MessageList({ messages }: { messages: readonly Message[] }) {
  const [isWhole, setWhole] = useState(false);
  if (messages.length === 0) return null;
  const hidden = isWhole || messages.length <= MOST_SHOWN ? 0 : messages.length - MOST_SHOWN;
  const start = hidden > 0 ? messages.slice(0, SHOWN_AT_START) : messages;
  const end = hidden > 0 ? messages.slice(SHOWN_AT_START + hidden) : [];
  return (
    <ol aria-label="Messages" className="flex min-w-0 flex-col gap-4">
      {start.map(listed)}
      {hidden > 0 ? (
        <li className="flex items-center gap-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            Show {countOf(hidden, "more message")}
          </Button>
        </li>
      ) : null}
      {end.map((message, i) => listed(message, SHOWN_AT_START + hidden + i))}
    </ol>
  );
}

function listed(message: Message, index: number) {
  return (
    // Messages have no ids of their own; their place in the conversation is their identity.
    <li key={index} className="min-w-0 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <MessageBlock message={message} />
    </li>
  );
}

function DataBlock({ label, value }: { label: string; value: unknown }) {
  const isEmpty =
    value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-1 text-muted text-xs">{label}</h3>
      {isEmpty ? (
        <p className="text-faint">Nothing was recorded.</p>
      ) : (
        <JsonTree value={value} label={label} openDepth={3} className="border border-line" />
      )}
    </section>
  );
}

/** What went wrong in a call, in the words that it recorded. */
export function ExceptionBlock({ text }: { text: string }) {
  return (
    <section aria-label="Exception" className="min-w-0 rounded-md bg-danger-tint p-3 text-danger-ink">
      <h3 className="text-xs">The call failed</h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mt-1 max-h-80 overflow-auto whitespace-pre-wrap break-words text-xs"
      >
        {text}
      </pre>
    </section>
  );
}
