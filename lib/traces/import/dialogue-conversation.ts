import { isDict } from "#lib/contract/fields.ts";
import { BadLine } from "./bad-line.ts";
import type { Conversation, Entry, ToolUse } from "./conversation.ts";
import { argumentsOf, durationIn, pick, threadIdIn, timeIn, toolName } from "./facts.internal.ts";

/**
 * Reads `{"dialogue_id": …, "turns": [{"speaker": "user" | "system", "text": …, "service_calls": […]}]}`, and the same as the
 * Schema-Guided Dialogue data set is published: the text is an `utterance`, and the calls are in `frames`.
 */
export function dialogueConversation(record: Record<string, unknown>): Conversation {
  if (!Array.isArray(record.turns)) throw new BadLine(`"turns" is not a list`);
  const entries = record.turns.map(toEntry);
  const isOneAnswer = entries.filter(({ message }) => message.role === "user").length === 1;
  return {
    format: "dialogue",
    threadId: threadIdIn(record),
    startedAt: timeIn(record),
    // Of a whole dialogue, which is not what its last answer took, unless it is the only one.
    durationMs: isOneAnswer ? durationIn(record) : null,
    attributes: pick(record, ["services"]),
    settings: {},
    entries,
  };
}

const ROLES: Record<string, string> = { user: "user", system: "assistant", assistant: "assistant" };

function toEntry(turn: unknown, i: number): Entry {
  const content = isDict(turn) ? (turn.text ?? turn.utterance) : undefined;
  if (!isDict(turn) || typeof content !== "string")
    throw new BadLine(`turns[${i}] has no "text" and no "utterance"`);
  const role = typeof turn.speaker === "string" ? ROLES[turn.speaker.toLowerCase()] : undefined;
  if (role === undefined)
    throw new BadLine(
      `turns[${i}] has the speaker ${JSON.stringify(turn.speaker)}; user, system and assistant are known`,
    );
  return {
    message: { role, content },
    tools: [...dictsIn(turn.service_calls).map(toToolUse), ...dictsIn(turn.frames).flatMap(frameUse)],
    at: timeIn(turn),
    durationMs: durationIn(turn),
  };
}

function dictsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isDict) : [];
}

/** Most frames only state what was understood, and call nothing. */
function frameUse({
  service,
  service_call: call,
  service_results: results,
}: Record<string, unknown>): ToolUse[] {
  if (!isDict(call)) return [];
  return [toToolUse({ service, method: call.method, parameters: call.parameters, results })];
}

function toToolUse({ service, method, parameters, results }: Record<string, unknown>): ToolUse {
  const name = typeof service === "string" && service !== "" ? `${service}.${toolName(method)}` : method;
  return { name: toolName(name), inputs: argumentsOf(parameters), output: results ?? null };
}
