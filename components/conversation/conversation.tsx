"use client";

import { type ReactNode, useMemo } from "react";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { Message } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { JudgedFrame } from "./judged-frame.tsx";
import { type EarlierFold, MessageList } from "./message-list.tsx";

type ConversationProps = {
  inputs: unknown;
  output: unknown;
  exception?: string | null | undefined;
  /** Frames the answer, since that is judged. */
  isJudged?: boolean;
  /** Folds what was said before the last exchange; absent, all of it is shown. */
  earlier?: EarlierFold;
  /** Stands between what came in and what came out: what was done for it. */
  between?: (messages: readonly Message[]) => ReactNode;
};

/** A call as a conversation to read; anything else is shown as data. */
export function Conversation(props: ConversationProps) {
  const { inputs, output, exception, isJudged = false, earlier, between } = props;
  const messages = useMemo(() => readMessages(inputs, output), [inputs, output]);
  const hasAsked = messages.some((message) => message.from === "inputs");
  const hasAnswered = messages.some((message) => message.from === "output");
  const data = <DataBlock label="Output" value={output} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {hasAsked ? null : <DataBlock label="Inputs" value={inputs} />}
      <MessageList {...{ messages, isJudged, earlier }} isWhole between={between?.(messages)} />
      {hasAnswered || exception ? null : isJudged ? <JudgedFrame>{data}</JudgedFrame> : data}
      {exception ? <ExceptionBlock text={exception} /> : null}
    </div>
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
