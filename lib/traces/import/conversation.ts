/** A conversation as it was read from one line of a file, whatever shape the line had. */
export type Conversation = {
  format: "openai" | "sharegpt" | "dialogue";
  /** The name of the conversation in the data, or null. */
  threadId: string | null;
  /** Milliseconds since 1970, or null where the data does not say. */
  startedAt: number | null;
  /** The duration of the last exchange, from the record, or null. */
  durationMs: number | null;
  /** What else the data says of the whole conversation. */
  attributes: Record<string, unknown>;
  /** The other fields of each request, such as the available tools. */
  settings: Record<string, unknown>;
  entries: readonly Entry[];
};

/** A message in the chat-completion form, unchanged if the data has that form. */
export type Message = { role: string; [field: string]: unknown };

export type Entry = {
  message: Message;
  /** The tools that the assistant used for this message. */
  tools: readonly ToolUse[];
  /** Milliseconds since 1970, or null where the data does not say. */
  at: number | null;
  /** What giving it took, or null where the data does not say. */
  durationMs: number | null;
};

export type ToolUse = { name: string; inputs: Record<string, unknown>; output: unknown };

/** A question and its answer. */
export type Exchange = {
  /** Everything that was said before the answer, from the beginning of the conversation. */
  messages: readonly Message[];
  answer: Message;
  tools: readonly ToolUse[];
  askedAt: number | null;
  answeredAt: number | null;
  /** The duration of the answer, from the data. */
  durationMs: number | null;
};

/** Cuts a conversation before each question; a question without an answer is not an exchange. */
export function exchangesOf({
  entries,
  durationMs,
}: Pick<Conversation, "entries" | "durationMs">): Exchange[] {
  const exchanges: Exchange[] = [];
  const starts = [...entries.keys()].filter((i) => isQuestion(entries, i));
  for (const [n, start] of starts.entries()) {
    const part = entries.slice(start, starts[n + 1] ?? entries.length);
    const last = part.findLastIndex(({ message }) => message.role === "assistant");
    const answer = part[last];
    if (!answer) continue;
    exchanges.push({
      messages: entries.slice(0, start + last).map(({ message }) => message),
      answer: answer.message,
      tools: part.flatMap(({ tools }) => tools),
      askedAt: part[0]?.at ?? null,
      answeredAt: answer.at,
      durationMs: answer.durationMs,
    });
  }
  const last = exchanges.at(-1);
  if (last) last.durationMs ??= durationMs;
  return exchanges;
}

/** Several messages of the user in a row are one question. */
function isQuestion(entries: readonly Entry[], i: number): boolean {
  return entries[i]?.message.role === "user" && entries[i - 1]?.message.role !== "user";
}
