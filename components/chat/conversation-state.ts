import type { ReplyPart } from "./read-reply.ts";

/** What became of a reply. */
export type ReplyEnd = "coming" | "done" | "cut" | "stopped" | "broken";

export type Turn =
  | { role: "user"; id: number; text: string }
  | {
      role: "assistant";
      id: number;
      text: string;
      end: ReplyEnd;
      /** What was asked, or which weights answered where the server said so. */
      model: string;
      completionTokens: number | null;
    };

export type Conversation = {
  turns: readonly Turn[];
  /** Why the last question has no whole answer; it can be asked again. */
  error: string | null;
};

export const NEW_CONVERSATION: Conversation = { turns: [], error: null };

export type ConversationEvent =
  | { type: "asked"; text: string }
  | { type: "began"; model: string }
  | { type: "came"; part: ReplyPart }
  | { type: "ended"; end: Exclude<ReplyEnd, "coming" | "broken"> }
  | { type: "failed"; reason: string }
  | { type: "cleared" };

/** The conversation after something happened. What was said is never lost by a fault. */
export function afterEvent(before: Conversation, event: ConversationEvent): Conversation {
  if (event.type === "cleared") return NEW_CONVERSATION;
  const { turns } = before;
  const id = (turns.at(-1)?.id ?? 0) + 1;
  if (event.type === "asked")
    return { turns: [...turns, { role: "user", id, text: event.text }], error: null };
  if (event.type === "began") {
    // A reply that broke off is replaced when its question is asked again.
    const kept = withoutBroken(turns);
    const reply = { role: "assistant", id, text: "", end: "coming", completionTokens: null } as const;
    return { turns: [...kept, { ...reply, model: event.model }], error: null };
  }
  const last = turns.at(-1);
  if (last?.role !== "assistant") return event.type === "failed" ? { turns, error: event.reason } : before;
  const earlier = turns.slice(0, -1);
  if (event.type === "came") return { turns: [...earlier, withPart(last, event.part)], error: null };
  if (event.type === "ended")
    // What the server said of the end is more exact than that the stream was read to it.
    return { turns: [...earlier, { ...last, end: last.end === "cut" ? "cut" : event.end }], error: null };
  return {
    // Of a reply that never began there is nothing to keep.
    turns: last.text === "" ? earlier : [...earlier, { ...last, end: "broken" }],
    error: event.reason,
  };
}

type Reply = Extract<Turn, { role: "assistant" }>;

function withPart(reply: Reply, { text, finishReason, fingerprint, completionTokens }: ReplyPart): Reply {
  return {
    ...reply,
    text: reply.text + text,
    end: finishReason === "length" ? "cut" : reply.end,
    model: fingerprint ?? reply.model,
    completionTokens: completionTokens ?? reply.completionTokens,
  };
}

function withoutBroken(turns: readonly Turn[]): readonly Turn[] {
  const last = turns.at(-1);
  return last?.role === "assistant" && last.end === "broken" ? turns.slice(0, -1) : turns;
}

/** What a model is sent: all that was said, without a reply that broke off. */
export function messagesOf({ turns }: Conversation, system: string): { role: string; content: string }[] {
  const said = withoutBroken(turns).map(({ role, text }) => ({ role, content: text }));
  return system.trim() === "" ? said : [{ role: "system", content: system }, ...said];
}
