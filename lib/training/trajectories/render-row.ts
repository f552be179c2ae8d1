import { isDict } from "#lib/contract/fields.ts";
import { asConversation } from "#lib/datasets/import/row-shapes.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { orRejected } from "./or-rejected.internal.ts";
import { SequenceBuilder, type TrainableSequence } from "./sequence-builder.ts";
import type { ChatMessage } from "./trajectory-group.ts";

/** One conversation to imitate. */
export type SftRow = {
  /** Where it stands in its file, counted from 1. */
  readonly line: number;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly unknown[] | null;
  /** How much it counts within its batch. */
  readonly weight: number;
};

/** Reads one line of a training file, counted from 1. Throws `Rejected` that names the line. */
export function readSftRow(json: unknown, line: number): SftRow {
  const place = `line ${line}`;
  if (!isDict(json)) throw new Rejected(`${place} is not an object; each line is {"messages": […]}`);
  const { tools } = json;
  requireBothSides(json, place);
  const messages = readMessages(asConversation(json).messages, place);
  if (tools !== undefined && tools !== null && !Array.isArray(tools))
    throw new Rejected(
      `${place}: tools is ${JSON.stringify(tools).slice(0, 60)}; send a list or leave it out`,
    );
  return {
    line,
    messages,
    tools: Array.isArray(tools) && tools.length > 0 ? tools : null,
    weight: weightOf(json),
  };
}

const SIDES = ["prompt", "completion"] as const;

/** A row that has its prompt or its reply in a column of its own lacks the other one, or has something there that nobody said. */
function requireBothSides(json: Record<string, unknown>, place: string): void {
  const isThere = (name: string) => json[name] !== undefined && json[name] !== null;
  if (["messages", "chosen", "rejected"].some(isThere) || !SIDES.some(isThere)) return;
  for (const name of SIDES) {
    const said = json[name];
    if (!isThere(name))
      throw new Rejected(`${place} has no ${name}; each row needs its prompt and its completion`);
    if (typeof said !== "string" && !Array.isArray(said))
      throw new Rejected(
        `${place}: ${name} is ${JSON.stringify(said).slice(0, 60)}; send a text, or a list of messages`,
      );
  }
}

/** How much a row counts. Files may have something else under that name, which says nothing here. */
export function weightOf({ weight }: Record<string, unknown>): number {
  return typeof weight === "number" && Number.isFinite(weight) && weight >= 0 ? weight : 1;
}

function readMessages(json: unknown, place: string): ChatMessage[] {
  const list: unknown[] = Array.isArray(json) ? json : [];
  if (list.length === 0)
    throw new Rejected(`${place} has no messages; each line is {"messages": […]} with at least one of them`);
  const messages = list.map((message, m) => {
    if (isDict(message) && typeof message.role === "string") return message;
    throw new Rejected(`${place}: messages[${m}] has no role; give each message a role`);
  });
  const last = messages.at(-1)?.role;
  if (last === "assistant") return messages;
  throw new Rejected(
    `${place} ends with ${last}; the last message must be the reply to learn, from assistant`,
  );
}

/** The row's tokens through the chat template, trained on what the assistant says: in all of its turns or in the last one. */
export function renderRow(
  { messages, tools, line }: SftRow,
  { format, turns }: RowOptions,
): TrainableSequence {
  const assistant = messages.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  const replies = turns === "all" ? assistant : assistant.slice(-1);
  return renderReplies({ messages, tools, replies, place: `line ${line}` }, format);
}

/** A conversation's tokens, trained on the messages at `replies`; what follows the last of them is left out. */
export function renderReplies(
  {
    messages,
    tools,
    replies,
    place,
  }: Pick<SftRow, "messages" | "tools"> & { replies: readonly number[]; place: string },
  format: ChatFormat,
): TrainableSequence {
  const builder = new SequenceBuilder();
  const segments = orRejected(place, () => format.segments(messages, { tools, replies }));
  const end = segments.findLastIndex(({ messageIndex }) => messageIndex !== null) + 1;
  for (const { tokenIds, messageIndex } of segments.slice(0, end))
    if (messageIndex === null) builder.addContext(tokenIds);
    else builder.addTrained(tokenIds, null);
  return builder.build();
}

export type RowOptions = {
  readonly format: ChatFormat;
  readonly turns: "all" | "last";
};
