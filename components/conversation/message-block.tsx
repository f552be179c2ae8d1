"use client";

import clsx from "clsx";
import { Bot, CornerDownRight, type LucideIcon, Settings2, UserRound, Wrench } from "lucide-react";
import { JsonTree } from "#components/ui/json-tree.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { LongText } from "./long-text.tsx";
import type { Message, MessagePart, ToolCall } from "./message.ts";

const FACES: Record<string, { label: string; icon: LucideIcon }> = {
  user: { label: "User", icon: UserRound },
  assistant: { label: "Assistant", icon: Bot },
  system: { label: "System", icon: Settings2 },
  developer: { label: "Developer", icon: Settings2 },
  tool: { label: "Tool result", icon: CornerDownRight },
  function: { label: "Tool result", icon: CornerDownRight },
};

/** One message: who speaks, what was said, which tools were called. */
export function MessageBlock({ message }: { message: Message }) {
  const { role, name, parts, toolCalls } = message;
  const face = FACES[role] ?? { label: role, icon: Bot };
  const isAside = role === "system" || role === "developer" || role === "tool" || role === "function";
  return (
    <article
      aria-label={name ? `${face.label}, ${name}` : face.label}
      className={clsx("min-w-0", role === "user" && "rounded-lg border border-line bg-sunken px-3 py-2.5")}
    >
      <header className="mb-1 flex min-w-0 items-center gap-1.5 font-medium text-muted text-xs">
        <face.icon aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
        <span className="shrink-0">{face.label}</span>
        {name ? <span className="min-w-0 truncate font-mono font-normal">{name}</span> : null}
      </header>
      <div
        className={clsx("flex min-w-0 flex-col gap-2", isAside && "border-line border-l-2 pl-3 text-muted")}
      >
        {parts.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one message have no other identity.
          <Part key={i} part={part} isAside={isAside} />
        ))}
        {toolCalls.map((toolCall, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be absent or repeat within a message.
          <ToolCallBlock key={i} toolCall={toolCall} />
        ))}
        {parts.length === 0 && toolCalls.length === 0 ? (
          <p className="text-faint italic">Empty message</p>
        ) : null}
      </div>
    </article>
  );
}

const CLOSED_ABOVE = 320;

function Part({ part, isAside }: { part: MessagePart; isAside: boolean }) {
  if (part.kind === "image")
    return <Markdown text={`![](<${part.url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`} />;
  if (part.kind === "json")
    return <JsonTree value={part.value} label="Content" className="border border-line bg-surface" />;
  if (part.kind === "reasoning")
    return (
      <details className="rounded-md border border-line px-2 py-1 text-muted">
        <summary className="w-fit rounded-sm text-xs">Reasoning</summary>
        <div className="mt-1">
          <LongText text={part.text} />
        </div>
      </details>
    );
  const asData = isAside ? jsonIn(part.text) : null;
  if (asData !== null)
    return <JsonTree value={asData} label="Content" className="border border-line bg-surface" />;
  return (
    <LongText
      text={part.text}
      {...(isAside ? { closedAbove: CLOSED_ABOVE } : {})}
      {...(part.kind === "refusal" ? { note: "The model refused:" } : {})}
    />
  );
}

function ToolCallBlock({ toolCall }: { toolCall: ToolCall }) {
  const { name, arguments: given } = toolCall;
  const isEmpty =
    given === undefined ||
    given === null ||
    given === "" ||
    (typeof given === "object" && Object.keys(given).length === 0);
  return (
    <section
      aria-label={`Tool call ${name}`}
      className="min-w-0 overflow-hidden rounded-md border border-line bg-surface text-ink"
    >
      <p className="flex min-w-0 items-center gap-1.5 px-2 py-1 text-xs">
        <Wrench aria-hidden="true" className="size-3 shrink-0 text-faint" />
        <span className="shrink-0 text-muted">Tool call</span>
        <code className="min-w-0 truncate font-medium">{name}</code>
      </p>
      {isEmpty ? null : (
        <JsonTree
          value={given}
          label={`Arguments of ${name}`}
          openDepth={2}
          className="rounded-none! border-line border-t"
        />
      )}
    </section>
  );
}

/** Tool results are often JSON in a string; those are better read as a tree. */
function jsonIn(text: string): unknown {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
