import { useMemo } from "react";
import { ExceptionBlock, MessageList } from "#components/conversation/conversation.tsx";
import { readMessages } from "#components/conversation/read-messages.ts";
import { JsonTree } from "#components/ui/json-tree.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import type { Call } from "#lib/contract/call-fields.ts";
import { valueAt } from "./value-at.ts";

/** The parts of a call that the queue chose, in its order; conversations read as such. */
export function ShownFields({ call, paths }: { call: Call; paths: readonly string[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {paths.map((path) => (
        <ShownField key={path} path={path} value={valueAt(call, path)} />
      ))}
      {call.exception ? <ExceptionBlock text={call.exception} /> : null}
    </div>
  );
}

function ShownField({ path, value }: { path: string; value: unknown }) {
  const messages = useMemo(
    () =>
      path.startsWith("output") ? readMessages(undefined, value) : readMessages(asInputs(value), undefined),
    [path, value],
  );
  return (
    <section aria-label={path} className="min-w-0">
      <h2 className="mb-2 truncate font-mono font-normal text-faint text-xs" title={path}>
        {path}
      </h2>
      {messages.length > 0 ? <MessageList messages={messages} /> : <Value path={path} value={value} />}
    </section>
  );
}

/** A text among the inputs may be anything; only what has roles is a conversation. */
function asInputs(value: unknown): unknown {
  return typeof value === "string" ? undefined : value;
}

function Value({ path, value }: { path: string; value: unknown }) {
  if (value === undefined || value === null) return <p className="text-faint">Nothing was recorded here.</p>;
  if (typeof value === "string") return <Markdown text={value} />;
  if (typeof value !== "object") return <p className="font-mono">{String(value)}</p>;
  return <JsonTree value={value} label={path} openDepth={3} className="border border-line" />;
}
