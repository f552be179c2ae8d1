import { type MadeCall, madePlace } from "#components/conversation/made-calls.tsx";
import type { CallPart } from "#components/desk/parts/call-parts.ts";
import { answerPartOf, MADE } from "#components/desk/parts/made-place.ts";
import { messagePlace } from "#lib/contract/conversation/message.ts";
import { isFailed, type ShownMessage, withResults } from "#lib/contract/conversation/tool-cards.ts";

type Made = readonly MadeCall[];

/** The places of all tool calls in some conversations, and of the calls made for the answer, from top to bottom. */
export function placesOfToolCalls(parts: readonly CallPart[], made: Made = []): string[] {
  const places = made.map((_, i) => madePlace(MADE, i));
  return placesIn(parts, places, ({ cards }, place) => cards.map((_, i) => `${place}/t${i}`));
}

/** The places of tools and calls that failed, and of failures that answer no call. */
export function placesOfErrors(parts: readonly CallPart[], made: Made = []): string[] {
  const places = made.flatMap(({ card }, i) => (card.result?.isError ? [madePlace(MADE, i)] : []));
  return placesIn(parts, places, ({ message, cards }, place) => {
    const failed = cards.flatMap(({ result }, i) => (result?.isError ? [`${place}/t${i}`] : []));
    const isResult = message.role === "tool" || message.role === "function";
    return isResult && isFailed(message) ? [...failed, place] : failed;
  });
}

/** The calls made for the answer stand right before it. */
function placesIn(
  parts: readonly CallPart[],
  made: readonly string[],
  of: (shown: ShownMessage, place: string) => string[],
): string[] {
  const host = answerPartOf(parts);
  const found = parts.flatMap((part) => {
    const shown = withResults(part.messages);
    const places = shown.map((one) => of(one, messagePlace(part.anchor, one.index)));
    if (part !== host) return places.flat();
    const answer = Math.max(
      0,
      shown.findIndex(({ message }) => message.from === "output"),
    );
    return [...places.slice(0, answer), made, ...places.slice(answer)].flat();
  });
  return host ? found : [...found, ...made];
}
