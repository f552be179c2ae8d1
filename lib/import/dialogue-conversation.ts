import { isDict } from "#lib/contract/fields.ts";
import { BadLine } from "./bad-line.ts";
import type { Conversation, Entry, ToolUse } from "./conversation.ts";
import { argumentsOf, durationIn, pick, threadIdIn, timeIn, toolName } from "./facts.internal.ts";

/** Reads `{"dialogue_id": …, "turns": [{"speaker": "user" | "system", "text": …, "service_calls": […]}]}`. */
export function dialogueConversation(record: Record<string, unknown>): Conversation {
  if (!Array.isArray(record.turns)) throw new BadLine(`"turns" is not a list`);
  return {
    format: "dialogue",
    threadId: threadIdIn(record),
    startedAt: timeIn(record),
    // Of a whole dialogue, which is not what its last answer took.
    durationMs: null,
    attributes: pick(record, ["services"]),
    settings: {},
    entries: record.turns.map(toEntry),
  };
}

function toEntry(turn: unknown, i: number): Entry {
  if (!isDict(turn) || typeof turn.text !== "string") throw new BadLine(`turns[${i}] has no "text"`);
  if (turn.speaker !== "user" && turn.speaker !== "system")
    throw new BadLine(
      `turns[${i}] has the speaker ${JSON.stringify(turn.speaker)}; user and system are known`,
    );
  const role = turn.speaker === "user" ? "user" : "assistant";
  const calls = Array.isArray(turn.service_calls) ? turn.service_calls.filter(isDict) : [];
  return {
    message: { role, content: turn.text },
    tools: calls.map(toToolUse),
    at: timeIn(turn),
    durationMs: durationIn(turn),
  };
}

function toToolUse({ service, method, parameters, results }: Record<string, unknown>): ToolUse {
  const name = typeof service === "string" && service !== "" ? `${service}.${toolName(method)}` : method;
  return { name: toolName(name), inputs: argumentsOf(parameters), output: results ?? null };
}
