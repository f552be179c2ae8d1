"use client";

import clsx from "clsx";
import { Bot, CornerDownRight, type LucideIcon, Settings2, UserRound } from "lucide-react";
import type { Message } from "#lib/contract/conversation/message.ts";
import { type ToolCard as Card, isFailed } from "#lib/contract/conversation/tool-cards.ts";
import { MessageParts } from "./message-parts.tsx";
import type { Said } from "./said-before.ts";
import { ToolCard } from "./tool-card.tsx";

const FACES: Record<string, { label: string; icon: LucideIcon }> = {
  user: { label: "User", icon: UserRound },
  assistant: { label: "Assistant", icon: Bot },
  system: { label: "System", icon: Settings2 },
  developer: { label: "Developer", icon: Settings2 },
  tool: { label: "Tool result", icon: CornerDownRight },
  function: { label: "Tool result", icon: CornerDownRight },
};

type MessageBlockProps = {
  message: Message;
  /** Its tool calls with their results; without them the calls stand alone. */
  cards?: readonly Card[];
  /** Its place, where the conversation can be searched. */
  anchor?: string | undefined;
  /** What was said before it; absent where that is not known. */
  said?: Said | undefined;
};

/** One message: who speaks, what was said, which tools were called and what came of it. */
export function MessageBlock({ message, cards, anchor, said }: MessageBlockProps) {
  const { role, name, parts, toolCalls } = message;
  const face = FACES[role] ?? { label: role, icon: Bot };
  const isAside = role === "system" || role === "developer" || role === "tool" || role === "function";
  const tools = cards ?? toolCalls.map((call) => ({ call, result: null }));
  return (
    <article
      aria-label={name ? `${face.label}, ${name}` : face.label}
      data-anchor={anchor}
      className={clsx("min-w-0", role === "user" && "rounded-lg border border-line bg-sunken px-3 py-2.5")}
    >
      <header className="mb-1 flex min-w-0 items-center gap-1.5 font-medium text-muted text-xs">
        <face.icon aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
        <span className="shrink-0">{face.label}</span>
        {name ? <span className="min-w-0 truncate font-mono font-normal">{name}</span> : null}
        {isAside && isFailed(message) ? <span className="text-danger-ink">failed</span> : null}
      </header>
      <div
        className={clsx("flex min-w-0 flex-col gap-2", isAside && "border-line border-l-2 pl-3 text-muted")}
      >
        <MessageParts parts={parts} isAside={isAside} anchor={anchor} />
        {tools.map((card, i) => (
          <ToolCard
            // biome-ignore lint/suspicious/noArrayIndexKey: ids may be absent or repeat within a message.
            key={i}
            card={card}
            said={said}
            anchor={anchor && `${anchor}/t${i}`}
          />
        ))}
        {parts.length === 0 && tools.length === 0 ? <p className="text-faint italic">Empty message</p> : null}
      </div>
    </article>
  );
}
