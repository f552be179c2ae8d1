import { asksModel } from "#lib/contract/conversation/asks-model.ts";
import type { Message } from "#lib/contract/conversation/message.ts";
import { textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { ShownUses } from "#lib/contract/conversation/repeated-uses.ts";
import type { ToolCard } from "#lib/contract/conversation/tool-cards.ts";

/** A call that was made, at any depth, for the answers of others. */
export type MadeCall = { name: string; inputs: unknown; output: unknown; hasFailed: boolean };

/** What an answer may rest on: the use of a tool, retrieval and the like, and what it says where that reads as an answer. */
export type MadeUse = { card: ToolCard; answer: string };

/** Null where a call asked a model, since its answer is what is learned. */
export function madeUse(made: MadeCall): MadeUse | null {
  return asksModel(made) ? null : { card: cardOf(made), answer: answerOf(made.output) };
}

/** Counts those of the calls made for an answer, or for those of the turns before, that are in none of its messages. What only handed the answer on is none. */
export class MissingCalls {
  readonly #answer: string;
  readonly #shown: ShownUses;
  readonly #shownEarlier: ShownUses;
  count = 0;
  /** Those that were made in earlier turns of the thread. */
  earlier = 0;

  constructor({ inputs, output }: { inputs: unknown; output: unknown }) {
    const messages = readMessages(inputs, output);
    this.#answer = answerIn(messages);
    this.#shown = new ShownUses(messages);
    this.#shownEarlier = new ShownUses(messages, "earlier");
  }

  take({ card, answer }: MadeUse): void {
    if (answer !== "" && answer === this.#answer) return;
    if (!this.#shown.hasAnother(card)) this.count += 1;
  }

  /** A call of a turn before, whose answer was `answered`. */
  takeEarlier({ card, answer }: MadeUse, answered: string): void {
    if (answer !== "" && answer === answered) return;
    if (!this.#shownEarlier.hasAnother(card)) this.earlier += 1;
  }
}

/** What a call gave that reads as an answer. */
export function answerOf(output: unknown): string {
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
