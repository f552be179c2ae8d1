import type { Message } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { callValueAt } from "#lib/contract/traces/call-value-at.ts";
import { roughSize } from "./rough-size.ts";

/** How a part of a call is shown: to mark passages, to be read, as a tree of JSON, or as it was recorded. */
export const CALL_VIEWS = ["mark", "read", "tree", "raw"] as const;
export type CallView = (typeof CALL_VIEWS)[number];

const DATA_VIEWS: readonly CallView[] = ["read", "tree", "raw"];

/** The parts with the view in which passages are marked, before all others, where they hold texts of the call. */
export function withMarking(parts: readonly CallPart[]): CallPart[] {
  return parts.map((part) => {
    const hasText = part.messages.length > 0 || part.textPath !== null;
    return hasText ? { ...part, views: ["mark", ...part.views] } : part;
  });
}

/** Whether a view draws messages as messages. */
export function isReading(view: CallView): boolean {
  return view === "read" || view === "mark";
}

/** The place of the part that is the whole of a call's conversation. */
export const CONVERSATION = "conversation";

/** Something of a call that is shown under a heading of its own. */
export type CallPart = {
  /** Unique among the parts; prefix of the anchors of its searchable texts. */
  anchor: string;
  /** The field path, or the name of a document. */
  label: string;
  value: unknown;
  /** The value as a conversation; empty where it is none. */
  messages: readonly Message[];
  /** Where the value stands in the call, where it is a text that can be marked. */
  textPath: string | null;
  isJudged: boolean;
  /** In characters, counted only so far. */
  sizeChars: number;
  views: readonly CallView[];
};

type Documents = Pick<Call, "inputs" | "output" | "attributes" | "summary">;

/** What the desk shows of a call: the fields that the queue chose, else its conversation; `isWhole` adds all that was recorded. */
export function partsOf(call: Documents, displayFields: readonly string[], isWhole: boolean): CallPart[] {
  if (!isWhole && displayFields.length > 0)
    return [...new Set(displayFields)].map((path) => fieldPart(path, callValueAt(call, path)));
  const conversation = conversationPart(call);
  const sides = [fieldPart("inputs", call.inputs, isWhole), fieldPart("output", call.output, isWhole)];
  if (!isWhole)
    return conversation ? [conversation, ...sides.filter(({ label }) => !isIn(conversation, label))] : sides;
  const rest = [fieldPart("attributes", call.attributes), fieldPart("summary", call.summary)];
  return [...(conversation ? [conversation] : []), ...sides, ...rest];
}

function conversationPart({ inputs, output }: Documents): CallPart | null {
  const messages = readMessages(inputs, output);
  if (messages.length === 0) return null;
  const value = { inputs, output };
  return {
    anchor: CONVERSATION,
    label: "Conversation",
    value,
    messages,
    textPath: null,
    isJudged: messages.some(({ from }) => from === "output"),
    sizeChars: roughSize(value),
    views: DATA_VIEWS,
  };
}

/** Whether the conversation already shows this field of the call. */
function isIn({ messages }: CallPart, label: string): boolean {
  return messages.some(({ from }) => from === label);
}

/** With `isData`, which is set when the conversation is shown too, a document is never read as messages. */
function fieldPart(path: string, value: unknown, isData = false): CallPart {
  const isOutput = path === "output" || path.startsWith("output.");
  const full = path.replace(/^input(?=\.|$)/, "inputs");
  const at = { inputs: full, output: full };
  const messages = isData
    ? []
    : isOutput
      ? readMessages(undefined, value, at)
      : readMessages(asInputs(value), undefined, at);
  return {
    anchor: `field ${path}`,
    label: path,
    value,
    messages,
    textPath: !isData && typeof value === "string" && messages.length === 0 ? full : null,
    isJudged: isOutput && !isData,
    sizeChars: roughSize(value),
    views: viewsOf(value, messages),
  };
}

/** A text among the inputs may be anything; only what has roles is a conversation. */
function asInputs(value: unknown): unknown {
  return typeof value === "string" ? undefined : value;
}

function viewsOf(value: unknown, messages: readonly Message[]): readonly CallView[] {
  if (messages.length > 0) return typeof value === "string" ? ["read", "raw"] : DATA_VIEWS;
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? DATA_VIEWS : ["read", "raw"];
  return typeof value === "object" && value !== null ? ["tree", "raw"] : ["raw"];
}
