import type { TokenConstraint } from "#lib/engine/port/port.ts";
import { byteConstraint, type Tokens } from "./bytes/byte-constraint.internal.ts";
import { State } from "./bytes/byte-states.internal.ts";
import { checkGrammar } from "./grammar/check-grammar.internal.ts";
import { UnsupportedGrammar } from "./grammar/grammar.internal.ts";
import { GrammarStates } from "./grammar/grammar-states.internal.ts";
import { parseGrammar } from "./grammar/parse-grammar.internal.ts";
import { UnsupportedSchema } from "./schema/unsupported-schema.ts";
import { TextBudget, TextTooLarge } from "./text/text-budget.internal.ts";
import { UnsupportedRegex } from "./text/unsupported-regex.internal.ts";

/**
 * A factory of constraints: each narrows the tokens of one completion to a text of the grammar, which is written in GBNF or in Lark's
 * notation. Throws `UnsupportedSchema` for a grammar that is none or that cannot be read byte by byte.
 */
export function grammarConstraint(source: string, tokens: Tokens): () => TokenConstraint {
  const states = readable(source);
  return () => byteConstraint([states.start(newEnd())], tokens);
}

/** A state of its own, with which all that leads to it is forgotten. */
function newEnd(): State {
  return new State(true, () => []);
}

function readable(source: string): GrammarStates {
  try {
    const budget = new TextBudget();
    const grammar = parseGrammar(source, budget);
    return new GrammarStates(grammar, checkGrammar(grammar));
  } catch (error) {
    const isOurs = [UnsupportedGrammar, UnsupportedRegex, TextTooLarge].some((kind) => error instanceof kind);
    if (!isOurs || !(error instanceof Error)) throw error;
    throw new UnsupportedSchema(`The grammar cannot be held: ${error.message}`);
  }
}
