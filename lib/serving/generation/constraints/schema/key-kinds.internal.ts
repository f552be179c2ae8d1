import { asAutomaton, boundedText } from "../text/bounded-text.internal.ts";
import {
  ANY_TEXT,
  both,
  complement,
  listedTexts,
  type TextAutomaton,
} from "../text/text-automaton.internal.ts";
import type { Compiler } from "./compiler.internal.ts";
import { type Part, type Plain, unheld } from "./part.internal.ts";
import type { KeyKind, SchemaNode } from "./schema-node.internal.ts";

export type PatternPart = { readonly source: string; readonly one: Part; readonly automaton: TextAutomaton };

/** What one part says of keys that are not named. */
export type KeyRules = {
  readonly part: Plain;
  readonly patterns: readonly PatternPart[];
  readonly rest: Part | null;
  readonly keys: Part | null;
};

/** Every combination of them is a kind of key. */
const MAX_PATTERNS = 6;

/** The kinds of keys beside the listed ones: by which patterns they have, what their values are. */
export function keyKinds(
  rules: readonly KeyRules[],
  listed: ReadonlySet<string>,
  compiler: Compiler,
): KeyKind[] {
  const [first] = rules;
  if (!first) return [];
  const { means } = compiler;
  const patterns = new Map(
    rules.flatMap((rule) => rule.patterns.map(({ source, automaton }) => [source, automaton])),
  );
  if (patterns.size > MAX_PATTERNS)
    throw unheld(
      "patternProperties",
      first.part.where,
      `there are more than ${MAX_PATTERNS} patterns of keys`,
    );
  return means.text(first.part, patterns.size > 0 ? "patternProperties" : "propertyNames", () => {
    let kinds = [{ has: new Set<string>(), keys: allowedKeys(rules, listed, compiler) }];
    for (const [source, automaton] of patterns) {
      const opposite = complement(automaton, means.texts);
      kinds = kinds.flatMap(({ has, keys }) => [
        { has, keys: both(keys, opposite, means.texts) },
        { has: new Set(has).add(source), keys: both(keys, automaton, means.texts) },
      ]);
    }
    return kinds.flatMap(({ has, keys }) => {
      const text = boundedText(keys, { min: 0, max: Number.POSITIVE_INFINITY }, means.texts);
      return text ? [{ keys: text, node: compiler.node(valuesOf(rules, has)) }] : [];
    });
  });
}

function valuesOf(rules: readonly KeyRules[], has: ReadonlySet<string>): Part[] {
  return rules.flatMap(({ patterns, rest }) => {
    const own = patterns.filter(({ source }) => has.has(source)).map(({ one }) => one);
    return own.length > 0 || !rest ? own : [rest];
  });
}

function allowedKeys(
  rules: readonly KeyRules[],
  listed: ReadonlySet<string>,
  compiler: Compiler,
): TextAutomaton {
  const { texts } = compiler.means;
  const apart = listed.size > 0 ? complement(listedTexts([...listed], texts), texts) : ANY_TEXT;
  const named = rules.flatMap(({ keys }) => keys ?? []);
  const [one] = named;
  if (!one) return apart;
  const node = compiler.node([...named, { schema: STRINGS, where: one.where }]);
  return both(apart, textsOf(node, one, compiler), texts);
}

const STRINGS = { type: "string" };

/** The texts of a node of strings. */
function textsOf(node: SchemaNode, part: Part, { means }: Compiler): TextAutomaton {
  const decoder = new TextDecoder();
  const nodes = new Set([node]);
  const found: TextAutomaton[] = [];
  for (const { forms } of nodes)
    for (const form of forms) {
      if (form.kind === "node") nodes.add(form.node);
      else if (form.kind === "string") return ANY_TEXT;
      else if (form.kind === "text") found.push(asAutomaton(form.text, means.texts));
      else if (form.kind === "words")
        found.push(
          listedTexts(
            form.words.map((word) => String(JSON.parse(decoder.decode(word)))),
            means.texts,
          ),
        );
    }
  const [first, ...others] = found;
  if (others.length > 0) throw unheld("propertyNames", part.where, "it leaves a choice");
  return first ?? [];
}
