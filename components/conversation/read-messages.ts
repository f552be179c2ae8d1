import { ANSWERS, MESSAGE_LISTS, QUESTIONS } from "#lib/contract/recorded-names.ts";
import type { Message } from "./message.ts";
import { isRecord, readMessage, readMessageList, textMessage } from "./read-message.ts";

/** Names under which programs record what the model was told to be. */
const INSTRUCTIONS = ["system", "system_prompt", "instructions", "system_message"];
/**
 * Reads a call's inputs and output as a conversation: chat messages of the usual providers, dialogues, or a question and an answer in
 * plain text. A side that is no conversation gives no message; the caller shows it as data.
 */
export function readMessages(inputs: unknown, output: unknown): Message[] {
  const asked = readInputs(inputs);
  const answered = readOutput(output);
  return [...asked, ...withoutEcho(answered, asked)];
}

function readInputs(inputs: unknown): Message[] {
  if (typeof inputs === "string") return inputs.trim() ? [textMessage("user", inputs, "inputs")] : [];
  if (Array.isArray(inputs)) return readMessageList(inputs, "inputs") ?? [];
  if (!isRecord(inputs)) return [];
  const list = findList(inputs);
  if (list) {
    const opensWithSystem = list[0]?.role === "system" || list[0]?.role === "developer";
    return opensWithSystem ? list : [...instructions(inputs), ...list];
  }
  const question = firstText(inputs, QUESTIONS);
  if (question === null) return [];
  return [...instructions(inputs), textMessage("user", question, "inputs")];
}

function findList(record: Record<string, unknown>): Message[] | null {
  for (const key of MESSAGE_LISTS) {
    const value = record[key];
    const list = Array.isArray(value)
      ? readMessageList(value, "inputs")
      : isRecord(value) && Array.isArray(value.messages)
        ? readMessageList(value.messages, "inputs")
        : null;
    if (list) return list;
  }
  return null;
}

function instructions(inputs: Record<string, unknown>): Message[] {
  const text = firstText(inputs, INSTRUCTIONS);
  return text === null ? [] : [textMessage("system", text, "inputs")];
}

function readOutput(output: unknown): Message[] {
  if (typeof output === "string") return output.trim() ? [textMessage("assistant", output, "output")] : [];
  if (Array.isArray(output)) return readMessageList(output, "output") ?? [];
  if (!isRecord(output)) return [];
  const { choices, messages, message, output: items } = output;
  if (Array.isArray(choices)) return choices.flatMap(readChoice);
  if (Array.isArray(messages)) return readMessageList(messages, "output") ?? [];
  if (Array.isArray(items)) return readMessageList(items, "output") ?? [];
  const own = readMessage(output, "output") ?? readMessage(message, "output");
  if (own) return [own];
  const answer = firstText(output, ANSWERS) ?? (typeof items === "string" ? items : null);
  return answer === null ? [] : [textMessage("assistant", answer, "output")];
}

function readChoice(choice: unknown): Message[] {
  if (!isRecord(choice)) return [];
  const message = readMessage(choice.message, "output");
  if (message) return [message];
  return typeof choice.text === "string" ? [textMessage("assistant", choice.text, "output")] : [];
}

function firstText(record: Record<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return null;
}

/** An output that repeats the conversation before its answer is shown from where it goes on. */
function withoutEcho(answered: readonly Message[], asked: readonly Message[]): readonly Message[] {
  if (asked.length === 0 || answered.length <= asked.length) return answered;
  const key = ({ role, parts }: Message) => JSON.stringify([role, parts]);
  const repeats = asked.every((message, i) => {
    const echo = answered[i];
    return echo !== undefined && key(echo) === key(message);
  });
  return repeats ? answered.slice(asked.length) : answered;
}
