import {
  BLIND_OP_NAME,
  type BlindQuestion,
  blindQuestionInput,
} from "#lib/contract/evaluation/blind-answers.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { newId } from "#lib/platform/ids.ts";
import { type BlindAnswer, namelessToolCall } from "./blind-answer.internal.ts";
import type { DrawnPair } from "./drawn-pairs.internal.ts";

type NamelessCall = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Copies of both answers in an order drawn by chance: `call` stands first in the item, and is the second run's where the pair `isSwapped`. */
export type NamelessPair = {
  readonly pair: DrawnPair;
  readonly isSwapped: boolean;
  readonly call: NamelessCall;
  readonly pairCall: NamelessCall;
};

/**
 * What was asked with each answer, and nothing that distinguishes the two but their words: no model, run, thread or usage, one time for all, ids of
 * the service's own for tool calls, and ids of calls whose order is drawn as well.
 */
export function namelessPair(
  pair: DrawnPair,
  { asked, at, random }: { asked: BlindQuestion | null; at: Date; random: () => number },
): NamelessPair {
  const isSwapped = random() < 0.5;
  const [first, second] = isSwapped ? [pair.b, pair.a] : [pair.a, pair.b];
  const ids = [newId(), newId()];
  const [id = "", pairId = ""] = random() < 0.5 ? ids.reverse() : ids;
  return {
    pair,
    isSwapped,
    call: namelessCall(id, { row: pair.row, asked, answer: first, at }),
    pairCall: namelessCall(pairId, { row: pair.row, asked, answer: second, at }),
  };
}

type Said = { row: unknown; asked: BlindQuestion | null; answer: BlindAnswer; at: Date };

function namelessCall(id: string, { row, asked, answer, at }: Said): NamelessCall {
  const read = measuredRow(row);
  const toolCalls = answer.toolCalls.map(namelessToolCall);
  const message = {
    role: "assistant",
    content: answer.content,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  return {
    id,
    op_name: BLIND_OP_NAME,
    started_at: at.toISOString(),
    ended_at: at.toISOString(),
    inputs: {
      messages: read?.prompt ?? [],
      ...(read?.tools ? { tools: read.tools } : {}),
      ...(asked ? blindQuestionInput(asked) : {}),
    },
    output: { choices: [{ index: 0, message }] },
    attributes: {},
    summary: {},
  };
}
