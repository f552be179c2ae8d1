import { createHash } from "node:crypto";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import {
  type Candidate,
  type EvidenceOf,
  isRefusal,
  type Refusal,
  refusal,
  type SplitUnit,
} from "#lib/datasets/candidate.ts";
import { asConversation, asMessages, splitNamed } from "#lib/datasets/import/row-shapes.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { wordsAsked } from "./asked-in.ts";
import { withMissingCalls } from "./candidates-of.ts";

/** A row that somebody else made: a line of an uploaded file, or a row of a version. */
export type GivenRow = {
  /** Where it stands in its source. */
  itemId: string;
  addedAt: Date;
  value: unknown;
  evidence: EvidenceOf;
  /** Whether it was made of something that was retracted since. */
  isRetracted?: boolean;
  /** How many calls were made for its answer that it does not have, where that was counted. */
  missingCalls?: number;
  /** Whether a row that says it is for training stays there. What is held out stays held out in any case. */
  keepsTrain?: boolean;
};

/** So many characters of what is no row are enough to know it by. */
const MAX_WORDS = 200;

/** A given row as it is, or why it is none of the dataset's kind, and what binds it to others: its prompt. */
export function givenCandidate(
  { itemId, addedAt, value, evidence, isRetracted = false, keepsTrain = false, missingCalls = 0 }: GivenRow,
  { source, kind, recipe }: { source: number; kind: DatasetKind; recipe: Pick<Recipe, "onMissingCalls"> },
): { candidate: Candidate; unit: SplitUnit } {
  const read = READERS[kind](value);
  if (!read)
    return {
      candidate: { source, itemId, outcome: noRow(kind), words: JSON.stringify(value).slice(0, MAX_WORDS) },
      unit: { source, itemId, addedAt, keys: [] },
    };
  const { body, prompt } = read;
  const { weight, split } = isDict(value) ? value : {};
  const draft = {
    rowId: itemId,
    isGiven: true,
    body,
    weight: typeof weight === "number" && Number.isFinite(weight) && weight >= 0 ? weight : 1,
    posterior: null,
    evidence: [evidence],
  };
  const tools = body.tools ?? null;
  const key = createHash("sha256").update(canonicalJson({ prompt, tools })).digest("base64url");
  const given = splitNamed(split);
  const isFixed = given === "held_out" || (given === "train" && keepsTrain);
  const unit = {
    source,
    itemId,
    addedAt,
    keys: [`prompt ${key}`],
    ...(isFixed ? { isHeldOut: given === "held_out" } : {}),
  };
  const outcome = isRetracted
    ? refusal("retracted")
    : withMissingCalls(draft, { own: missingCalls, earlier: 0 }, recipe);
  return {
    candidate: { source, itemId, outcome, ...(isRefusal(outcome) ? { words: wordsAsked(body) } : {}) },
    unit,
  };
}

/** What a row lacks to be one of such a dataset, in words; null where it is one. */
export function lackOf(kind: DatasetKind, value: unknown): string | null {
  return READERS[kind](value) ? null : LACKS[kind];
}

type Read = { body: Record<string, unknown>; prompt: readonly unknown[] };

const READERS: { [K in DatasetKind]: (value: unknown) => Read | null } = {
  sft: conversationIn,
  preference: pairIn,
  kto: (value) => completionIn(value, "label", "boolean"),
  reward: (value) => completionIn(value, "reward", "number"),
  prompts: promptIn,
  eval: referencedIn,
};
const LACKS: { [K in DatasetKind]: string } = {
  sft: "it has no messages that end with a reply",
  preference: "it has no prompt with two answers",
  kto: "it has no prompt with a completion and a label that is true or false",
  reward: "it has no prompt with a completion and a reward that is a number",
  prompts: "it has no prompt",
  eval: "it has no prompt with the text of a good answer",
};

function noRow(kind: DatasetKind): Refusal {
  return refusal("no_row", LACKS[kind]);
}

function conversationIn(value: unknown): Read | null {
  const { messages } = isDict(value) ? asConversation(value) : {};
  if (!isDict(value) || !areMessages(messages)) return null;
  if (messages.at(-1)?.role !== "assistant") return null;
  return { body: { messages, ...toolsIn(value) }, prompt: messages.slice(0, -1) };
}

function pairIn(value: unknown): Read | null {
  if (!isDict(value)) return null;
  const { prompt, chosen, rejected, margin } = inOurForm(value);
  if (!areMessages(prompt) || !areMessages(chosen) || !areMessages(rejected)) return null;
  const tools = toolsIn(isDict(value.input) ? value.input : value);
  return { body: { prompt, ...tools, chosen, rejected, margin: margin === 2 ? 2 : 1 }, prompt };
}

/** A prompt with its reference, or that of a conversation, whose last reply is the reference. */
function promptIn(value: unknown): Read | null {
  if (!isDict(value)) return null;
  const talk = conversationIn(value);
  const { prompt, reference } = talk
    ? { prompt: talk.prompt, reference: repliedIn(talk) }
    : { prompt: asMessages("user", value.prompt ?? value.messages), reference: value.reference };
  if (!areMessages(prompt)) return null;
  const known = typeof reference === "string" && reference.trim() !== "" ? { reference } : {};
  return { body: { prompt, ...toolsIn(value), ...known, ...ownIn(value) }, prompt };
}

/** What a row has beside its prompt, for graders to read. */
function ownIn(value: Record<string, unknown>): Record<string, unknown> {
  const judged = value.completion === undefined ? [] : JUDGED;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, own]) => own !== null && !(NOT_OWN.includes(name) || judged.includes(name)),
    ),
  );
}

const NOT_OWN = [
  ...[
    "row_id",
    "split",
    "weight",
    "messages",
    "prompt",
    "tools",
    "parallel_tool_calls",
    "reference",
    "completion",
  ],
  ...["chosen", "rejected", "margin", "input", "preferred_output", "non_preferred_output"],
];
const JUDGED = ["label", "reward"];

function referencedIn(value: unknown): Read | null {
  const read = promptIn(value);
  return read && "reference" in read.body ? read : null;
}

/** A reply with what it is worth. */
function completionIn(value: unknown, name: "label" | "reward", type: "boolean" | "number"): Read | null {
  if (!isDict(value)) return null;
  const prompt = asMessages("user", value.prompt);
  const completion = asMessages("assistant", value.completion);
  const worth = value[name];
  if (!areMessages(prompt) || !areMessages(completion) || typeof worth !== type) return null;
  return { body: { prompt, ...toolsIn(value), completion, [name]: worth }, prompt };
}

function repliedIn({ body: { messages } }: Read): unknown {
  return areMessages(messages) ? messages.at(-1)?.content : null;
}

/** A pair as OpenAI's fine-tuning has it, or as TRL writes one whose sides are plain text, with the names of ours. */
function inOurForm(value: Record<string, unknown>): Record<string, unknown> {
  const { input, preferred_output: preferred, non_preferred_output: other, prompt, chosen, rejected } = value;
  const { margin } = value;
  if (isDict(input)) return { prompt: input.messages, chosen: preferred, rejected: other, margin };
  return {
    ...value,
    prompt: asMessages("user", prompt),
    chosen: asMessages("assistant", chosen),
    rejected: asMessages("assistant", rejected),
  };
}

function areMessages(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isDict(one) && typeof one.role === "string")
  );
}

function toolsIn({ tools }: Record<string, unknown>): { tools?: unknown[] } {
  return Array.isArray(tools) && tools.length > 0 ? { tools } : {};
}
