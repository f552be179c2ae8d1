import type { Message } from "#lib/contract/conversation/message.ts";
import { textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { repeatedUses } from "#lib/contract/conversation/repeated-uses.ts";
import type { ToolCard } from "#lib/contract/conversation/tool-cards.ts";
import { isDict } from "#lib/contract/fields.ts";

/** A call that was made, at any depth, for the answer of another. */
export type MadeCall = { name: string; inputs: unknown; output: unknown; hasFailed: boolean };

/**
 * How many of the calls that were made for an answer are in none of its messages: tools, retrieval and the like, on which the answer rests. Neither
 * a model that was asked is one, since its answer is what is learned, nor what only handed the answer on.
 */
export function countMissingCalls(
  { inputs, output }: { inputs: unknown; output: unknown },
  made: readonly MadeCall[],
): number {
  if (made.length === 0) return 0;
  const messages = readMessages(inputs, output);
  const answer = answerIn(messages);
  const uses = made.filter((one) => !asksModel(one) && !(answer !== "" && answerOf(one) === answer));
  return repeatedUses(uses.map(cardOf), messages).filter((isRepeated) => !isRepeated).length;
}

function asksModel({ inputs }: MadeCall): boolean {
  return isDict(inputs) && Array.isArray(inputs.messages) && inputs.messages.length > 0;
}

function answerOf({ output }: MadeCall): string {
  return answerIn(readMessages(null, output));
}

function answerIn(messages: readonly Message[]): string {
  return messages
    .filter(({ from }) => from === "output")
    .map(textOf)
    .join("\n")
    .trim();
}

function cardOf({ name, inputs, output, hasFailed }: MadeCall): ToolCard {
  const isGiven = output !== null && output !== undefined;
  return {
    call: { id: null, name, arguments: inputs },
    // What it gave is not compared, only whether it did.
    result: isGiven || hasFailed ? { parts: [], isError: hasFailed } : null,
  };
}
