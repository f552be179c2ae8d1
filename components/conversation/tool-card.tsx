"use client";

import { ChevronRight, CircleAlert, Wrench } from "lucide-react";
import { countOf } from "#components/ui/format.ts";
import { JsonTree } from "#components/ui/json-tree.tsx";
import { useFold } from "#components/ui/reveal.tsx";
import type { ToolCall } from "./message.ts";
import { MessageParts } from "./message-parts.tsx";
import type { ToolCard as Card } from "./tool-cards.ts";

type ToolCardProps = { card: Card; anchor: string | undefined };

/** A tool call in one line, with its arguments and its result folded behind it. */
export function ToolCard({ card: { call, result }, anchor }: ToolCardProps) {
  const [isOpen, setOpen] = useFold(anchor);
  const isError = result?.isError ?? false;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-anchor={anchor}
      aria-label={`Tool call ${call.name}`}
      className={`group min-w-0 overflow-hidden rounded-md border bg-surface text-ink ${isError ? "border-danger" : "border-line"}`}
    >
      <summary className="flex min-w-0 list-none items-center gap-1.5 px-2 py-1 text-xs hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-3 shrink-0 text-faint transition-transform group-open:rotate-90"
        />
        <Wrench aria-hidden="true" className="size-3 shrink-0 text-faint" />
        <span className="shrink-0 text-muted">Tool call</span>
        <code
          data-anchor={anchor && `${anchor}/name`}
          data-from={0}
          className="min-w-0 shrink-0 truncate font-medium"
        >
          {call.name}
        </code>
        <span className="min-w-0 flex-1 truncate text-faint">{shortArguments(call)}</span>
        <Outcome result={result} />
      </summary>
      {isOpen ? <Inside call={call} result={result} anchor={anchor} /> : null}
    </details>
  );
}

function Outcome({ result }: { result: Card["result"] }) {
  if (!result) return <span className="shrink-0 text-faint">no result</span>;
  if (!result.isError) return <span className="shrink-0 text-muted">result</span>;
  return (
    <span data-failed className="flex shrink-0 items-center gap-1 text-danger-ink">
      <CircleAlert aria-hidden="true" className="size-3" />
      failed
    </span>
  );
}

function Inside({ call, result, anchor }: Card & { anchor: string | undefined }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 border-line border-t p-2">
      <div className="min-w-0">
        <p className="mb-1 text-faint text-xs">Arguments</p>
        {hasArguments(call) ? (
          <JsonTree
            value={call.arguments}
            label={`Arguments of ${call.name}`}
            openDepth={2}
            anchor={anchor && `${anchor}/arguments`}
            className="border border-line"
          />
        ) : (
          <p className="text-faint">None.</p>
        )}
      </div>
      {result ? (
        <div className="min-w-0">
          <p className={`mb-1 text-xs ${result.isError ? "text-danger-ink" : "text-faint"}`}>
            {result.isError ? "Error" : "Result"}
          </p>
          <MessageParts parts={result.parts} isAside anchor={anchor && `${anchor}/result`} />
        </div>
      ) : null}
    </div>
  );
}

function hasArguments({ arguments: given }: ToolCall): boolean {
  if (given === undefined || given === null || given === "") return false;
  return typeof given !== "object" || Object.keys(given).length > 0;
}

const SHORT = 80;

/** The plain ones among the arguments, so that a folded card already tells calls apart. */
function shortArguments({ arguments: given }: ToolCall): string {
  if (typeof given !== "object" || given === null)
    return typeof given === "string" ? given.slice(0, SHORT) : "";
  const entries = Object.entries(given);
  const plain = entries.filter(([, value]) => value === null || typeof value !== "object").slice(0, 3);
  const shown = plain.map(([name, value]) => `${name}: ${String(value).slice(0, SHORT / 2)}`).join(", ");
  return shown.slice(0, SHORT) || (entries.length > 0 ? countOf(entries.length, "argument") : "");
}
