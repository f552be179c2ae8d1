"use client";

import clsx from "clsx";
import { useMemo } from "react";
import { countOf } from "#components/ui/text/format.ts";
import { type Message, textOf } from "#lib/contract/conversation/message.ts";
import { splitTurns } from "#lib/contract/conversation/split-turns.ts";
import type { ToolCard as Card } from "#lib/contract/conversation/tool-cards.ts";
import { remarkFor, type Said, saidIn } from "./said-before.ts";
import { ToolCard } from "./tool-card.tsx";

/** A call that was made for an answer. `depth` counts from 0 for what the answering program called itself. */
export type MadeCall = { id: string; card: Card; depth: number; asksModel: boolean };

type MadeCallsProps = {
  calls: readonly MadeCall[];
  /** What was said before the calls were made. */
  asked: readonly Message[];
  /** The place of the calls, where they can be searched. */
  anchor?: string | undefined;
};

/** What stands for a made call where it can be searched. */
export function madePlace(anchor: string, index: number): string {
  return `${anchor}/c${index}`;
}

const INDENTS = ["", "ml-4", "ml-8", "ml-12"];

/** What was done for an answer: the calls between it and the question, with arguments and results. */
export function MadeCalls({ calls, asked, anchor }: MadeCallsProps) {
  const said = useMemo(() => saidBefore(calls, asked), [calls, asked]);
  if (calls.length === 0) return null;
  return (
    <section aria-label="Calls made for this answer" className="min-w-0">
      <p className="mb-1 font-medium text-muted text-xs">
        {countOf(calls.length, "call")} made for the answer
      </p>
      <ol className="flex min-w-0 flex-col gap-2">
        {calls.map(({ id, card, depth, asksModel }, i) => (
          <li
            key={id}
            aria-label={depth > 0 ? `Level ${depth + 1}` : undefined}
            className={clsx("min-w-0", INDENTS[Math.min(depth, INDENTS.length - 1)])}
          >
            <ToolCard
              card={card}
              kind="Call"
              // A model is sent the whole conversation again, which stands above already.
              startsOpen={!asksModel}
              said={said[i]}
              anchor={anchor && madePlace(anchor, i)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Of each call, whatever was said, and what the calls before it found out. */
function saidBefore(calls: readonly MadeCall[], asked: readonly Message[]): Said[] {
  const remark = remarkFor(splitTurns(asked).turnCount);
  const conversation = saidIn(asked.map(textOf));
  const found = calls.map(({ card: { result } }) => saidIn(result ? [partsText(result.parts)] : []));
  return calls.map((_, i) => ({
    remark,
    isSaid: (value) => conversation(value) || found.slice(0, i).some((isFound) => isFound(value)),
  }));
}

function partsText(parts: Message["parts"]): string {
  return textOf({ role: "tool", name: null, parts, toolCalls: [], toolCallId: null, from: "inputs" });
}
