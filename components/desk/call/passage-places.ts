import { textPlace } from "#components/desk/find/call-find-texts.ts";
import type { CallPart } from "#components/desk/parts/call-parts.ts";
import { messagePlace } from "#lib/contract/conversation/message.ts";
import { withResults } from "#lib/contract/conversation/tool-cards.ts";

/** A text of a call that can be marked: where it stands in the call, and where it is drawn. */
export type PassagePlace = { path: string; anchor: string; part: CallPart; isJudged: boolean };

/** The texts of some parts, from top to bottom. */
export function passagePlaces(parts: readonly CallPart[]): PassagePlace[] {
  return parts.filter(({ views }) => views.includes("mark")).flatMap(placesIn);
}

function placesIn(part: CallPart): PassagePlace[] {
  const { anchor, messages, textPath, isJudged } = part;
  if (messages.length === 0)
    return textPath === null ? [] : [{ path: textPath, anchor: textPlace(anchor), part, isJudged }];
  return withResults(messages).flatMap(({ message, index, cards }) => {
    const place = messagePlace(anchor, index);
    const isOwn = isJudged && message.from === "output";
    const inParts = (parts: typeof message.parts, around: string) =>
      parts.flatMap((one, i): PassagePlace[] =>
        "path" in one && one.path !== undefined
          ? [{ path: one.path, anchor: `${around}/p${i}`, part, isJudged: isOwn }]
          : [],
      );
    const results = cards.flatMap(({ result }, i) => inParts(result?.parts ?? [], `${place}/t${i}/result`));
    return [...inParts(message.parts, place), ...results];
  });
}
