"use client";

import { useFold } from "#components/ui/mount/reveal.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { Picture } from "#components/ui/view/picture.tsx";
import type { MessagePart } from "#lib/contract/conversation/message.ts";
import { LongText } from "./long-text.tsx";
import { useTextMarks } from "./marks-context.ts";

type MessagePartsProps = {
  parts: readonly MessagePart[];
  /** Instructions and results of tools: shorter, and JSON in them as a tree. */
  isAside: boolean;
  anchor: string | undefined;
};

export function MessageParts({ parts, isAside, anchor }: MessagePartsProps) {
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one message have no other identity.
    <Part key={i} part={part} isAside={isAside} anchor={anchor && `${anchor}/p${i}`} />
  ));
}

const CLOSED_ABOVE = 320;

function Part({
  part,
  isAside,
  anchor,
}: {
  part: MessagePart;
  isAside: boolean;
  anchor: string | undefined;
}) {
  if (part.kind === "image")
    return (
      <p>
        <Picture src={part.url} />
      </p>
    );
  if (part.kind === "json")
    return (
      <JsonTree
        value={part.value}
        label="Content"
        anchor={anchor}
        className="border border-line bg-surface"
      />
    );
  if (part.kind === "reasoning") return <Reasoning text={part.text} path={part.path} anchor={anchor} />;
  return <TextPart part={part} isAside={isAside} anchor={anchor} />;
}

type TextPartProps = {
  part: Extract<MessagePart, { kind: "text" | "refusal" }>;
  isAside: boolean;
  anchor: string | undefined;
};

function TextPart({ part, isAside, anchor }: TextPartProps) {
  const isMarked = useTextMarks(part.path, part.text) !== null;
  const asData = isAside && !isMarked ? jsonIn(part.text) : null;
  if (asData !== null)
    return (
      <JsonTree value={asData} label="Content" anchor={anchor} className="border border-line bg-surface" />
    );
  return (
    <LongText
      text={part.text}
      path={part.path}
      anchor={anchor}
      {...(isAside ? { closedAbove: CLOSED_ABOVE } : {})}
      {...(part.kind === "refusal" ? { note: "The model refused:" } : {})}
    />
  );
}

type ReasoningProps = { text: string; path: string | undefined; anchor: string | undefined };

function Reasoning({ text, path, anchor }: ReasoningProps) {
  const [isOpen, setOpen] = useFold(anchor);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-md border border-line px-2 py-1 text-muted"
    >
      <summary className="w-fit rounded-sm text-xs">Reasoning</summary>
      <div className="mt-1">{isOpen ? <LongText text={text} path={path} anchor={anchor} /> : null}</div>
    </details>
  );
}

const MAX_READ = 256_000;

/** Tool results are often JSON in a string; those are better read as a tree. */
export function jsonIn(text: string): unknown {
  const start = text.trimStart()[0];
  if ((start !== "{" && start !== "[") || text.length > MAX_READ) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
