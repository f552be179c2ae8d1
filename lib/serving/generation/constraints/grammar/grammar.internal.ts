import type { BoundedText } from "../text/bounded-text.internal.ts";

/** What a rule of a grammar reads. */
export type Expression =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "pattern"; readonly text: BoundedText }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "either"; readonly options: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly min: number; readonly max: number }
  | { readonly kind: "rule"; readonly name: string };

export type Grammar = { readonly start: string; readonly rules: ReadonlyMap<string, Expression> };

/** A grammar that is none, or that cannot be read byte by byte. */
export class UnsupportedGrammar extends Error {
  override name = "UnsupportedGrammar";
}

/** The expressions within one, the others of its rule among them. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "sequence":
      return expression.parts;
    case "either":
      return expression.options;
    case "repeat":
      return [expression.part];
    default:
      return [];
  }
}
