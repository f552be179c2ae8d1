"use client";

import { useMemo } from "react";
import { MessageList } from "#components/conversation/message-list.tsx";
import { FoldedText } from "#components/ui/view/folded-text.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { readMessageList } from "#lib/contract/conversation/read-message.ts";
import { isDict } from "#lib/contract/fields.ts";

/** One row, column by column: texts as texts, messages as a conversation, and anything else as JSON that folds. */
export function PublishedRow({ position, row }: { position: number; row: unknown }) {
  const title = `Row ${position + 1}`;
  return (
    <article aria-label={title} className="min-w-0 rounded-md border border-line">
      <h2 className="border-line border-b px-3 py-2 font-medium text-xs">{title}</h2>
      <div className="flex min-w-0 flex-col gap-3 p-3">
        {isDict(row) ? (
          Object.entries(row).map(([name, value]) => <Cell key={name} name={name} value={value} />)
        ) : (
          <JsonTree value={row} label={title} />
        )}
      </div>
    </article>
  );
}

function Cell({ name, value }: { name: string; value: unknown }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 break-words text-muted text-xs">{name}</h3>
      {typeof value === "string" ? (
        <Text value={value} name={name} />
      ) : (
        <Structure value={value} name={name} />
      )}
    </div>
  );
}

function Text({ value, name }: { value: string; name: string }) {
  if (value === "") return <p className="text-faint text-sm">empty</p>;
  return <FoldedText text={value} label={name} />;
}

/** Deeper parts start folded. */
const OPEN_DEPTH = 1;

function Structure({ value, name }: { value: unknown; name: string }) {
  const messages = useMemo(
    () => (isConversation(value) ? readMessageList({ value, path: name }, "inputs") : null),
    [value, name],
  );
  if (typeof value !== "object" || value === null)
    return <code className="text-xs">{JSON.stringify(value)}</code>;
  if (messages) return <MessageList messages={messages} isWhole />;
  return <JsonTree value={value} label={name} openDepth={OPEN_DEPTH} />;
}

function isConversation(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isDict(one) && "role" in one);
}
