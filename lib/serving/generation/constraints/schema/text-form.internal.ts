import { boundedText } from "../text/bounded-text.internal.ts";
import { searchAutomaton } from "../text/regex-automaton.internal.ts";
import {
  ANY_TEXT,
  both,
  complement,
  listedTexts,
  type TextAutomaton,
} from "../text/text-automaton.internal.ts";
import type { Compiler } from "./compiler.internal.ts";
import { NO_PATTERN } from "./made-parts.internal.ts";
import { countOf, type Plain, textOf } from "./part.internal.ts";
import type { LeafForm } from "./schema-node.internal.ts";

/** The one there is of any text, so that alike alternatives are one. */
export const STRING: LeafForm = { kind: "string", height: 0 };

/** Texts that fit all parts; null where there are none. */
export function textForm(
  parts: readonly Plain[],
  excluded: readonly unknown[],
  { means }: Compiler,
): LeafForm | null {
  const min = Math.max(...parts.map((part) => countOf(part, "minLength", 0)), 0);
  const max = Math.min(...parts.map((part) => countOf(part, "maxLength", Number.POSITIVE_INFINITY)));
  let automaton = ANY_TEXT;
  for (const part of parts)
    for (const { keyword, own } of automata(part, means))
      automaton = means.text(part, keyword, () => both(automaton, own, means.texts));
  const words = excluded.filter((value) => typeof value === "string");
  const [part] = parts;
  if (words.length > 0 && part)
    automaton = means.text(part, "not", () =>
      both(automaton, complement(listedTexts(words, means.texts), means.texts), means.texts),
    );
  if (automaton === ANY_TEXT && min === 0 && max === Number.POSITIVE_INFINITY) return STRING;
  const bounded = () => boundedText(automaton, { min, max }, means.texts);
  const text = part
    ? means.text(part, max < Number.POSITIVE_INFINITY ? "maxLength" : "minLength", bounded)
    : bounded();
  return text && { kind: "text", text, height: 0 };
}

function automata(part: Plain, means: Compiler["means"]): { keyword: string; own: TextAutomaton }[] {
  const [pattern, format] = [textOf(part, "pattern"), textOf(part, "format")];
  const found: { keyword: string; own: TextAutomaton }[] = [];
  if (pattern !== null) found.push({ keyword: "pattern", own: means.pattern(pattern, part) });
  const known = format === null ? null : means.format(format, part);
  if (known) found.push({ keyword: "format", own: known });
  const opposite: unknown = Reflect.get(part.schema, NO_PATTERN);
  if (typeof opposite === "string") {
    const own = means.text(part, "not", () =>
      complement(searchAutomaton(opposite, means.texts), means.texts),
    );
    found.push({ keyword: "not", own });
  }
  return found;
}
