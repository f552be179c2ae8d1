"use client";

import { ChevronRight, CircleAlert, Wrench } from "lucide-react";
import { useMemo } from "react";
import { useFold } from "#components/ui/mount/reveal.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { ToolCall } from "#lib/contract/conversation/message.ts";
import type { ToolCard as Card } from "#lib/contract/conversation/tool-cards.ts";
import { MessageParts } from "./message-parts.tsx";
import { type Said, unsaidIn } from "./said-before.ts";

type ToolCardProps = {
  card: Card;
  anchor: string | undefined;
  /** What it is: asked for in a message, or recorded as a call of its own. */
  kind?: "Tool call" | "Call";
  startsOpen?: boolean;
  /** What was said before it; absent where that is not known. */
  said?: Said | undefined;
};

/** A tool call in one line, which opens to its arguments and its result. */
export function ToolCard(props: ToolCardProps) {
  const { card, anchor, kind = "Tool call", startsOpen = false, said } = props;
  const { call, result } = card;
  const [isOpen, setOpen] = useFold(anchor, startsOpen);
  const unsaid = useMemo(
    () => new Map(said ? unsaidIn(call.arguments, said.isSaid).map((pointer) => [pointer, said.remark]) : []),
    [call.arguments, said],
  );
  const isError = result?.isError ?? false;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-anchor={anchor}
      aria-label={`${kind} ${call.name}`}
      className={`group min-w-0 overflow-hidden rounded-md border bg-surface text-ink ${isError ? "border-danger" : "border-line"}`}
    >
      <summary className="flex min-w-0 list-none flex-wrap items-center gap-x-1.5 px-2 py-1 text-xs hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-3 shrink-0 text-faint transition-transform group-open:rotate-90"
        />
        <Wrench aria-hidden="true" className="size-3 shrink-0 text-faint" />
        <span className="shrink-0 text-muted">{kind}</span>
        <code data-anchor={anchor && `${anchor}/name`} data-from={0} className="min-w-0 truncate font-medium">
          {call.name}
        </code>
        <span className="min-w-0 flex-1 basis-16 truncate text-faint">{shortArguments(call)}</span>
        {said && unsaid.size > 0 ? (
          <span className="shrink-0 rounded-sm bg-warning-tint px-1 text-warning-ink">
            {unsaid.size} {said.remark}
          </span>
        ) : null}
        <Outcome result={result} />
      </summary>
      {isOpen ? <Inside card={card} anchor={anchor} unsaid={unsaid} /> : null}
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

/** Long ones scroll by themselves, so that what is judged stays near. */
const TREE_CLASS = "max-h-60 max-sm:max-h-44 border border-line";

type InsideProps = { card: Card; anchor: string | undefined; unsaid: ReadonlyMap<string, string> };

function Inside({ card: { call, result }, anchor, unsaid }: InsideProps) {
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
            remarks={unsaid}
            className={TREE_CLASS}
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
          <div className="[&_[role=tree]]:max-h-60 max-sm:[&_[role=tree]]:max-h-44">
            <MessageParts parts={result.parts} isAside anchor={anchor && `${anchor}/result`} />
          </div>
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

/** The plain ones among the arguments, so that folded cards already differ. */
function shortArguments({ arguments: given }: ToolCall): string {
  if (typeof given !== "object" || given === null)
    return typeof given === "string" ? given.slice(0, SHORT) : "";
  const entries = Object.entries(given);
  const plain = entries.filter(([, value]) => value === null || typeof value !== "object").slice(0, 3);
  const shown = plain.map(([name, value]) => `${name}: ${String(value).slice(0, SHORT / 2)}`).join(", ");
  return shown.slice(0, SHORT) || (entries.length > 0 ? countOf(entries.length, "argument") : "");
}
