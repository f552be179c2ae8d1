import type { TokenConstraint } from "#lib/engine/port/port.ts";
import { byteConstraint, type Tokens } from "./bytes/byte-constraint.internal.ts";
import { END } from "./bytes/byte-states.internal.ts";
import { UnsupportedSchema } from "./schema/unsupported-schema.ts";
import { boundedText } from "./text/bounded-text.internal.ts";
import { wholeAutomaton } from "./text/regex-automaton.internal.ts";
import { TextBudget, TextTooLarge } from "./text/text-budget.internal.ts";
import { plainText } from "./text/text-states.internal.ts";
import { UnsupportedRegex } from "./text/unsupported-regex.internal.ts";

/**
 * A factory of constraints: each narrows the tokens of one completion to a text that the expression takes from its beginning to its end.
 * Throws `UnsupportedSchema` for what no automaton holds.
 */
export function regexConstraint(source: string, tokens: Tokens): () => TokenConstraint {
  const text = readable(source);
  return () => byteConstraint([plainText(text, END)], tokens);
}

function readable(source: string) {
  try {
    const budget = new TextBudget();
    const bounds = { min: 0, max: Number.POSITIVE_INFINITY };
    const text = boundedText(wholeAutomaton(source, budget), bounds, budget);
    if (text) return text;
  } catch (error) {
    if (!(error instanceof UnsupportedRegex || error instanceof TextTooLarge)) throw error;
    throw new UnsupportedSchema(`The regular expression cannot be held: ${error.message}`);
  }
  throw new UnsupportedSchema("No text fits the regular expression");
}
