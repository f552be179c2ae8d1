/** A message of a conversation, whatever format it was recorded in. */
export type Message = {
  /** As recorded, in lower case: `user`, `assistant`, `system`, `tool`, … */
  role: string;
  /** The speaker's or the tool's name, where one was recorded. */
  name: string | null;
  parts: readonly MessagePart[];
  toolCalls: readonly ToolCall[];
  /** The tool call that this message answers. */
  toolCallId: string | null;
  /** Whether it says that a tool failed, where the program said so. */
  isError?: boolean;
  /** Which side of the call it was recorded on. */
  from: "inputs" | "output";
};

export type MessagePart =
  | (RecordedText & { kind: "text" })
  | (RecordedText & { kind: "reasoning" })
  | (RecordedText & { kind: "refusal" })
  | { kind: "image"; url: string }
  | { kind: "json"; value: unknown };

/** `path` is where it stands in the call, such as `output.content`; absent of what no call holds. */
type RecordedText = { text: string; path?: string };

export type ToolCall = { id: string | null; name: string; arguments: unknown };

/** All text of a message, for comparing and for naming it. */
export function textOf(message: Message): string {
  return message.parts
    .map((part) =>
      part.kind === "json" ? JSON.stringify(part.value) : part.kind === "image" ? part.url : part.text,
    )
    .join("\n");
}

/** What stands for a message or a part of one where it can be searched; `turn` is the place of the conversation. */
export function messagePlace(turn: string, index: number): string {
  return `${turn}/m${index}`;
}

/**
 * The messages that a later call of the same conversation adds: programs send the whole history each time, and readers want each
 * message once. The answer and at least one message before it always stay.
 */
export function withoutHistory(messages: readonly Message[], before: readonly Message[]): Message[] {
  const newest = messages.filter((message) => message.from === "inputs").length - 1;
  let same = 0;
  while (same < before.length && same < newest && isSame(messages[same], before[same])) same++;
  return messages.slice(same);
}

function isSame(a: Message | undefined, b: Message | undefined): boolean {
  if (!a || !b) return false;
  return (
    a.role === b.role &&
    textOf(a) === textOf(b) &&
    JSON.stringify(a.toolCalls) === JSON.stringify(b.toolCalls)
  );
}
