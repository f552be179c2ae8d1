import type { ToolCall } from "#lib/contract/conversation/message.ts";
import type { CallPiece } from "./read-reply.ts";

/** A message as requests have it. */
export type ChatMessage = Readonly<Record<string, unknown>>;

/** A tool call as a model made it, and its place among others; arguments are the text it wrote, JSON or not. */
export type SaidCall = { index: number; id: string; name: string; argumentsText: string };

/** What tools gave to the calls of a column's reply. */
export type ToolResults = {
  columnId: string;
  /** The round of that reply. */
  roundId: number;
  /** The round that began with a prompt: a vote on it is about all that follows from it. */
  promptRoundId: number;
  answers: readonly { callId: string; content: string }[];
};

/** Calls with the pieces that came for them; a piece belongs to the call of its place. */
export function withPieces(calls: readonly SaidCall[], pieces: readonly CallPiece[]): readonly SaidCall[] {
  return pieces.reduce((known, { index, id, name, argumentsText }) => {
    const before = known.find((call) => call.index === index);
    const call = {
      index,
      id: id ?? before?.id ?? `call_${index}`,
      name: name ?? before?.name ?? "",
      argumentsText: (before?.argumentsText ?? "") + argumentsText,
    };
    return before ? known.with(known.indexOf(before), call) : known.concat(call);
  }, calls);
}

/** What a model said as a later request repeats it. */
export function asMessage(text: string, calls: readonly SaidCall[]): ChatMessage {
  if (calls.length === 0) return { role: "assistant", content: text };
  return {
    role: "assistant",
    content: text === "" ? null : text,
    tool_calls: calls.map(({ id, name, argumentsText }) => ({
      id,
      type: "function",
      function: { name, arguments: argumentsText },
    })),
  };
}

/** Tool results as messages of a request. */
export function resultMessages({ answers }: ToolResults): ChatMessage[] {
  return answers.map(({ callId, content }) => ({ role: "tool", tool_call_id: callId, content }));
}

/** A call to be shown; arguments that are JSON are shown as such. */
export function shownCall({ id, name, argumentsText }: SaidCall): ToolCall {
  try {
    return { id, name, arguments: JSON.parse(argumentsText) };
  } catch {
    return { id, name, arguments: argumentsText };
  }
}
