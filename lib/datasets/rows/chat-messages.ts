import type { Message, ToolCall } from "#lib/contract/conversation/message.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { type Refusal, refusal } from "#lib/datasets/candidate.ts";

/** A message as chat completions and training files have it. */
export type ChatMessage = {
  role: string;
  content: string | null;
  name?: string;
  tool_calls?: unknown[];
  tool_call_id?: string;
};

const ROLES: Readonly<Record<string, string>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

/** Messages that were read from a call as rows have them; refused where they hold what no row can. Reasoning is left out. */
export function chatMessages(messages: readonly Message[]): ChatMessage[] | Refusal {
  const written: ChatMessage[] = [];
  for (const message of messages) {
    const role = ROLES[message.role];
    if (role === undefined) return refusal("no_conversation", `a message is from ${message.role}`);
    const unwritable = message.parts.find(({ kind }) => kind === "image" || kind === "json");
    if (unwritable)
      return refusal(
        "no_conversation",
        `a message holds ${unwritable.kind === "image" ? "an image" : "data"}`,
      );
    written.push({ role, ...contentOf(message) });
  }
  return written;
}

function contentOf({ parts, toolCalls, toolCallId, name }: Message): Omit<ChatMessage, "role"> {
  const texts = parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? part.text : []));
  return {
    content: texts.length === 0 && toolCalls.length > 0 ? null : texts.join("\n"),
    ...(name === null ? {} : { name }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(toolCall) }),
    ...(toolCallId === null ? {} : { tool_call_id: toolCallId }),
  };
}

function toolCall({ id, name, arguments: given }: ToolCall): unknown {
  const text = typeof given === "string" ? given : JSON.stringify(given ?? {});
  return { ...(id === null ? {} : { id }), type: "function", function: { name, arguments: text } };
}

/** The messages with the system messages that the recipe wants. */
export function withSystem(
  messages: readonly ChatMessage[],
  { system, systemText }: Recipe["prompt"],
): ChatMessage[] {
  if (system === "keep") return [...messages];
  const others = messages.filter(({ role }) => role !== "system");
  return systemText === undefined ? others : [{ role: "system", content: systemText }, ...others];
}

/** Whether it says something that can be learned. */
export function saysSomething({ content, tool_calls = [] }: ChatMessage): boolean {
  return tool_calls.length > 0 || (content !== null && content.trim() !== "");
}
