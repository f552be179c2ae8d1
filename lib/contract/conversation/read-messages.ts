import { ANSWERS, MESSAGE_LISTS, QUESTIONS } from "#lib/contract/traces/recorded-names.ts";
import type { Message } from "./message.ts";
import { isRecord, type Recorded, readMessage, readMessageList, textMessage } from "./read-message.ts";

/** Names under which programs record what the model was instructed to be. */
const INSTRUCTIONS = ["system", "system_prompt", "instructions", "system_message"];
/** Where what is read stands in its call, where that is not all of its inputs and output. */
type Roots = { inputs: string; output: string };
const WHOLE: Roots = { inputs: "inputs", output: "output" };

/**
 * Reads a call's inputs and output as a conversation: chat messages of the usual providers, dialogues, or a question and an answer in
 * plain text. A side that is not a conversation gives no message; the caller shows it as data.
 */
export function readMessages(inputs: unknown, output: unknown, roots = WHOLE): Message[] {
  const asked = readInputs({ value: inputs, path: roots.inputs });
  const answered = readOutput({ value: output, path: roots.output });
  return [...asked, ...withoutEcho(answered, asked)];
}

function readInputs({ value: inputs, path }: Recorded): Message[] {
  if (typeof inputs === "string")
    return inputs.trim() ? [textMessage("user", { value: inputs, path }, "inputs")] : [];
  if (Array.isArray(inputs)) return readMessageList({ value: inputs, path }, "inputs") ?? [];
  if (!isRecord(inputs)) return [];
  const record = { value: inputs, path };
  const list = findList(record);
  if (list) {
    const opensWithSystem = list[0]?.role === "system" || list[0]?.role === "developer";
    return opensWithSystem ? list : [...instructions(record), ...list];
  }
  const question = firstText(record, QUESTIONS);
  if (question === null) return [];
  return [...instructions(record), textMessage("user", question, "inputs")];
}

type RecordedDict = Recorded<Record<string, unknown>>;

function findList({ value: record, path }: RecordedDict): Message[] | null {
  for (const key of MESSAGE_LISTS) {
    const value = record[key];
    const at = `${path}.${key}`;
    const list = Array.isArray(value)
      ? readMessageList({ value, path: at }, "inputs")
      : isRecord(value) && Array.isArray(value.messages)
        ? readMessageList({ value: value.messages, path: `${at}.messages` }, "inputs")
        : null;
    if (list) return list;
  }
  return null;
}

function instructions(inputs: RecordedDict): Message[] {
  const text = firstText(inputs, INSTRUCTIONS);
  return text === null ? [] : [textMessage("system", text, "inputs")];
}

function readOutput({ value: output, path }: Recorded): Message[] {
  if (typeof output === "string")
    return output.trim() ? [textMessage("assistant", { value: output, path }, "output")] : [];
  if (Array.isArray(output)) return readMessageList({ value: output, path }, "output") ?? [];
  if (!isRecord(output)) return [];
  const { choices, message, output: items } = output;
  if (Array.isArray(choices))
    return choices.flatMap((value, i) => readChoice({ value, path: `${path}.choices.${i}` }));
  for (const name of ["messages", "output"]) {
    const value = output[name];
    if (Array.isArray(value)) return readMessageList({ value, path: `${path}.${name}` }, "output") ?? [];
  }
  const own =
    readMessage({ value: output, path }, "output") ??
    readMessage({ value: message, path: `${path}.message` }, "output");
  if (own) return [own];
  const answer =
    firstText({ value: output, path }, ANSWERS) ??
    (typeof items === "string" ? { value: items, path: `${path}.output` } : null);
  return answer === null ? [] : [textMessage("assistant", answer, "output")];
}

function readChoice({ value: choice, path }: Recorded): Message[] {
  if (!isRecord(choice)) return [];
  const message = readMessage({ value: choice.message, path: `${path}.message` }, "output");
  if (message) return [message];
  return typeof choice.text === "string"
    ? [textMessage("assistant", { value: choice.text, path: `${path}.text` }, "output")]
    : [];
}

function firstText({ value: record, path }: RecordedDict, names: readonly string[]): Recorded<string> | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value.trim() !== "") return { value, path: `${path}.${name}` };
  }
  return null;
}

/** An output that repeats the conversation before its answer is shown from where it continues. */
function withoutEcho(answered: readonly Message[], asked: readonly Message[]): readonly Message[] {
  if (asked.length === 0 || answered.length <= asked.length) return answered;
  const key = ({ role, parts }: Message) =>
    JSON.stringify([role, parts.map((part) => ("path" in part ? { ...part, path: "" } : part))]);
  const repeats = asked.every((message, i) => {
    const echo = answered[i];
    return echo !== undefined && key(echo) === key(message);
  });
  return repeats ? answered.slice(asked.length) : answered;
}
