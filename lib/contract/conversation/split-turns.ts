import type { Message } from "#lib/contract/conversation/message.ts";

/**
 * Sets apart what a conversation had come to before its last exchange, which begins with the last message of a user on the side of the
 * inputs. `turnCount` is the number of exchanges before; without any nothing is earlier.
 */
export function splitTurns(messages: readonly Message[]): { earlierCount: number; turnCount: number } {
  const asked = messages.flatMap(({ role, from }, i) => (role === "user" && from === "inputs" ? [i] : []));
  const last = asked.at(-1) ?? 0;
  return asked.length > 1
    ? { earlierCount: last, turnCount: asked.length - 1 }
    : { earlierCount: 0, turnCount: 0 };
}
