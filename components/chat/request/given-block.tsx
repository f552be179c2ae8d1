import { useMemo } from "react";
import type { GivenTalk } from "#components/chat/state/playground-state.ts";
import { MessageList } from "#components/conversation/message-list.tsx";
import { readMessageList } from "#lib/contract/conversation/read-message.ts";

/** A conversation that models were asked to continue, and what it is. */
export function GivenBlock({ words, given: { messages } }: { words: string; given: GivenTalk }) {
  const read = useMemo(
    () => readMessageList({ value: [...messages], path: "messages" }, "inputs") ?? [],
    [messages],
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-muted text-xs">{words}</p>
      <MessageList messages={read} isWhole />
    </div>
  );
}
