import { isDict } from "#lib/contract/fields.ts";
import { BadLine } from "./bad-line.ts";
import { type Conversation, exchangesOf } from "./conversation.ts";
import { dialogueConversation } from "./dialogue-conversation.ts";
import { parseJson } from "./facts.internal.ts";
import { openaiConversation } from "./openai-conversation.ts";
import { sharegptConversation } from "./sharegpt-conversation.ts";

/** Reads one line of JSON in any of the known shapes; throws `BadLine` if it has no exchange. */
export function readConversation(line: string): Conversation {
  const record = parseJson(line);
  if (record === undefined) throw new BadLine("it is not JSON");
  if (!isDict(record)) throw new BadLine("it is not a JSON object");
  const conversation = READERS[formatOf(record)](record);
  if (exchangesOf(conversation).length === 0)
    throw new BadLine("no user message is followed by an assistant message");
  return conversation;
}

type Format = Conversation["format"];

const READERS: Record<Format, (record: Record<string, unknown>) => Conversation> = {
  openai: openaiConversation,
  sharegpt: sharegptConversation,
  dialogue: dialogueConversation,
};

function formatOf(record: Record<string, unknown>): Format {
  if (record.messages !== undefined) return "openai";
  if (record.conversations !== undefined) return "sharegpt";
  if (record.turns !== undefined) return "dialogue";
  if (record.input !== undefined && record.output !== undefined) return "openai";
  throw new BadLine(
    `it has none of "messages", "conversations", "turns", or "input" with "output"${fieldsOf(record)}`,
  );
}

const FIELDS_SHOWN = 5;

function fieldsOf(record: Record<string, unknown>): string {
  const names = Object.keys(record);
  if (names.length === 0) return "";
  const shown = names.slice(0, FIELDS_SHOWN).map((name) => JSON.stringify(name.slice(0, 40)));
  return `; it has ${shown.join(", ")}${names.length > FIELDS_SHOWN ? " …" : ""}`;
}
