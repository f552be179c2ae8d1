import { messagePlace } from "#components/conversation/message.ts";
import { isFailed, type ShownMessage, withResults } from "#components/conversation/tool-cards.ts";
import type { CallPart } from "./call-parts.ts";

/** The places of all tool calls in some conversations, from top to bottom. */
export function placesOfToolCalls(parts: readonly CallPart[]): string[] {
  return placesIn(parts, ({ cards }, place) => cards.map((_, i) => `${place}/t${i}`));
}

/** The places of tools that failed, and of failures that answer no call. */
export function placesOfErrors(parts: readonly CallPart[]): string[] {
  return placesIn(parts, ({ message, cards }, place) => {
    const failed = cards.flatMap(({ result }, i) => (result?.isError ? [`${place}/t${i}`] : []));
    const isResult = message.role === "tool" || message.role === "function";
    return isResult && isFailed(message) ? [...failed, place] : failed;
  });
}

function placesIn(
  parts: readonly CallPart[],
  of: (shown: ShownMessage, place: string) => string[],
): string[] {
  return parts.flatMap(({ anchor, messages }) =>
    withResults(messages).flatMap((shown) => of(shown, messagePlace(anchor, shown.index))),
  );
}
