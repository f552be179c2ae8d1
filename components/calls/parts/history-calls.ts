import type { MadeCall } from "#components/conversation/made-calls.tsx";
import { type Message, textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { splitTurns } from "#lib/contract/conversation/split-turns.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { madeBy } from "./made-calls.ts";
import { notRepeated } from "./repeated-calls.ts";

/**
 * The calls of earlier turns of a thread, by the index of their question in the history that a later turn repeats, because messages do not
 * include calls. Turns are matched by their question, in order; turns that are not in the history are left out.
 */
export function historyCalls(
  messages: readonly Message[],
  turns: readonly Call[],
  traced: readonly Call[],
): Map<number, MadeCall[]> {
  const questions = messages
    .slice(0, splitTurns(messages).earlierCount)
    .flatMap(({ role, from }, index) => (role === "user" && from === "inputs" ? [index] : []));
  const found = new Map<number, MadeCall[]>();
  let next = 0;
  for (const turn of turns) {
    const question = questionOf(turn);
    const at = questions.findIndex((index, i) => i >= next && textAt(messages, index) === question);
    const index = questions[at];
    if (question === null || index === undefined) continue;
    next = at + 1;
    const exchange = messages.slice(index, questions[at + 1] ?? splitTurns(messages).earlierCount);
    const made = notRepeated(madeBy(turn, traced), exchange);
    if (made.length > 0) found.set(index, made);
  }
  return found;
}

function questionOf({ inputs }: Call): string | null {
  const asked = readMessages(inputs, undefined).findLast(({ role }) => role === "user");
  return asked ? textOf(asked) : null;
}

function textAt(messages: readonly Message[], index: number): string | null {
  const message = messages[index];
  return message ? textOf(message) : null;
}
