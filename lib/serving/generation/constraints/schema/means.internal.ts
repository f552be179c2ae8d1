import { formatAutomaton } from "../text/formats.internal.ts";
import { searchAutomaton } from "../text/regex-automaton.internal.ts";
import { type TextAutomaton, takesText } from "../text/text-automaton.internal.ts";
import { TextBudget, TextTooLarge } from "../text/text-budget.internal.ts";
import { UnsupportedRegex } from "../text/unsupported-regex.internal.ts";
import { MadeParts } from "./made-parts.internal.ts";
import { type Plain, unheld } from "./part.internal.ts";
import { References } from "./references.internal.ts";
import { UnsupportedSchema } from "./unsupported-schema.ts";

/** Parts that are looked at for one schema, together; they take some tens of milliseconds. */
export const MAX_LOOKS = 5_000;

/** What the compilation of one schema shares. */
export class Means {
  readonly made = new MadeParts();
  readonly references: References;
  readonly texts = new TextBudget();
  readonly #patterns = new Map<string, TextAutomaton>();
  #looks = 0;

  constructor(root: unknown) {
    this.references = new References(root);
  }

  /** Counts what is looked at, so that a small schema with many combinations does not take long. */
  spend(looks: number): void {
    this.#looks += looks;
    if (this.#looks > MAX_LOOKS)
      throw new UnsupportedSchema(
        `The schema has too many combinations: more than ${MAX_LOOKS} of its parts would have to be looked at together; use fewer choices within one another`,
      );
  }

  pattern(source: string, part: Plain, keyword = "pattern"): TextAutomaton {
    const known =
      this.#patterns.get(source) ?? this.text(part, keyword, () => searchAutomaton(source, this.texts));
    this.#patterns.set(source, known);
    return known;
  }

  matches(source: string, value: string, part: Plain): boolean {
    return takesText(this.pattern(source, part), value);
  }

  /** Null for a format that the standard does not have. */
  format(name: string, part: Plain): TextAutomaton | null {
    const found = formatAutomaton(name);
    if (found === "refused") throw unheld("format", part.where, `no automaton holds ${name}`);
    return found === "unknown" ? null : found;
  }

  isOfFormat(name: string, value: string, part: Plain): boolean {
    const automaton = this.format(name, part);
    return automaton === null || takesText(automaton, value);
  }

  /** Makes something of texts, and says which keyword it was where that is too much. */
  text<T>(part: Plain, keyword: string, make: () => T): T {
    try {
      return make();
    } catch (error) {
      if (error instanceof TextTooLarge || error instanceof UnsupportedRegex)
        throw unheld(keyword, part.where, error.message);
      throw error;
    }
  }
}
