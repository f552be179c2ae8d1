import { Fragment } from "react";
import { markedParts } from "#components/ui/text/marked-parts.ts";

/** A text with what a search finds in it marked. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const parts = markedParts(text, query);
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <Fragment key={key}>{part.text}</Fragment>;
  });
}
