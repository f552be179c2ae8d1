"use client";

import { useMemo } from "react";
import { MessageList } from "#components/conversation/message-list.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { readMessageList } from "#lib/contract/conversation/read-message.ts";
import { labelOfRow } from "./label-of-row.ts";
import { RowLabel } from "./row-label.tsx";

/** What one row says; of a label, the question and the answer stand below the conversation that it is about. */
export function RowBody({ row }: { row: Record<string, unknown> }) {
  const labelled = labelOfRow(row);
  if (!labelled) return <Said row={row} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Said row={labelled.rest} />
      <RowLabel label={labelled.label} />
    </div>
  );
}

/** A conversation, a prompt to answer or one with a reply that was rated, or two answers to one prompt. */
function Said({ row }: { row: Record<string, unknown> }) {
  if (!("prompt" in row)) return <Messages value={row.messages} label="Messages" />;
  if (!("chosen" in row)) return <Prompt row={row} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Messages value={row.prompt} label="Prompt" />
      <div className="grid min-w-0 gap-3 md:grid-cols-2">
        <Side title="Better" value={row.chosen} />
        <Side title="Worse" value={row.rejected} />
      </div>
    </div>
  );
}

function Prompt({ row: { prompt, reference, ...row } }: { row: Record<string, unknown> }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Messages value={prompt} label="Prompt" />
      {"completion" in row ? <Side title={worthOf(row)} value={row.completion} /> : null}
      {typeof reference === "string" ? (
        <section aria-label="A good answer" className="min-w-0 rounded-md border border-line p-3">
          <h3 className="mb-2 text-muted text-xs">A good answer</h3>
          <p className="whitespace-pre-wrap break-words text-sm">{reference}</p>
        </section>
      ) : null}
    </div>
  );
}

/** What people found of a reply. */
function worthOf({ label, reward }: Record<string, unknown>): string {
  if (typeof label === "boolean") return label ? "A good reply" : "A bad reply";
  return typeof reward === "number" ? `A reply with the reward ${reward}` : "A reply";
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line p-3">
      <h3 className="mb-2 text-muted text-xs">{title}</h3>
      <Messages value={value} label={title} />
    </section>
  );
}

/** What cannot be read as messages stands as it is. */
function Messages({ value, label }: { value: unknown; label: string }) {
  const messages = useMemo(
    () => (Array.isArray(value) ? readMessageList({ value, path: "messages" }, "inputs") : null),
    [value],
  );
  return messages ? <MessageList messages={messages} isWhole /> : <JsonTree value={value} label={label} />;
}
