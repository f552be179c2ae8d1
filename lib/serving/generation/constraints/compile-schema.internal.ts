import { mergedWords, type Words, wordsOf } from "./bytes/words.internal.ts";
import { admits, canonical } from "./schema/admits.internal.ts";
import { type Choice, choiceOf } from "./schema/alternatives.internal.ts";
import { areApart } from "./schema/are-apart.internal.ts";
import { arrayForm } from "./schema/array-form.internal.ts";
import type { Compiler } from "./schema/compiler.internal.ts";
import { flatten, MAX_NESTED, tooDeep } from "./schema/flatten.internal.ts";
import { NO_VALUES } from "./schema/made-parts.internal.ts";
import { Means } from "./schema/means.internal.ts";
import { numberForm } from "./schema/number-form.internal.ts";
import { objectForm } from "./schema/object-form.internal.ts";
import { list, type Part, type Plain, TYPES, type Type, typesOf } from "./schema/part.internal.ts";
import type { Form, NodeForm, SchemaNode } from "./schema/schema-node.internal.ts";
import { settleAlternatives, settleHeights, tooMany } from "./schema/settle.internal.ts";
import { textForm } from "./schema/text-form.internal.ts";
import { UnsupportedSchema } from "./schema/unsupported-schema.ts";

/** Nodes that are made before their alternatives are counted. */
const MAX_NODES = 20_000;

export type SchemaOptions = {
  /** Objects whose properties are named have no others, unless their schema speaks of them; otherwise they may, as the standard has it. */
  readonly closesObjects?: boolean;
};

/**
 * Compiles the part of JSON Schema (2020-12) that a grammar can hold: every text that it allows fits. Throws `UnsupportedSchema` for what it
 * cannot hold, with the keyword and its place, and where no value of at most `maxHeight` levels fits.
 */
export function compileSchema(
  schema: unknown,
  maxHeight: number,
  { closesObjects = true }: SchemaOptions = {},
): SchemaNode {
  const compilation = new Compilation(new Means(schema), closesObjects);
  const node = compilation.node([{ schema, where: "the schema" }]);
  const { nodes } = compilation;
  settleAlternatives(nodes);
  settleHeights(nodes, maxHeight);
  if (node.height > maxHeight)
    throw new UnsupportedSchema(
      `No JSON value of at most ${maxHeight} levels fits the schema; check what is required and where it refers to itself`,
    );
  return node;
}

class Compilation implements Compiler {
  readonly means: Means;
  readonly closesObjects: boolean;
  /** By the schemas whose values it has, so that schemas may refer to themselves. */
  readonly #nodes = new Map<string, SchemaNode>();
  readonly #numbers = new Map<object, number>();
  /** Schemas within one another that are being compiled, also where a reference leads into them. */
  #nesting = 0;

  constructor(means: Means, closesObjects: boolean) {
    this.means = means;
    this.closesObjects = closesObjects;
  }

  get nodes(): SchemaNode[] {
    return [...this.#nodes.values()];
  }

  node(parts: readonly Part[]): SchemaNode {
    const flat = flatten(parts, this.means);
    this.means.spend(parts.length / 4);
    const key = flat ? this.#keyOf(flat) : "never";
    const known = this.#nodes.get(key);
    if (known) return known;
    this.means.spend(flat?.length ?? 0);
    if (this.#nesting >= MAX_NESTED) throw tooDeep(parts[0]?.where ?? "");
    if (this.#nodes.size >= MAX_NODES) throw tooMany();
    const node: SchemaNode = { forms: [], alternatives: [], height: Number.POSITIVE_INFINITY };
    this.#nodes.set(key, node);
    this.#nesting++;
    if (flat) node.forms.push(...this.#formsOf(flat));
    this.#nesting--;
    return node;
  }

  #keyOf(parts: readonly Plain[]): string {
    const numbers = parts.map(({ schema }) => {
      const number = this.#numbers.get(schema) ?? this.#numbers.size;
      this.#numbers.set(schema, number);
      return number;
    });
    return numbers.sort((a, b) => a - b).join();
  }

  #formsOf(parts: readonly Plain[]): SchemaNode["forms"] {
    const choice = choiceOf(parts, this.means.made, (a, b) => areApart(a, b, this.means));
    if (choice) return this.#optionsOf(parts, choice);
    const listed = parts.filter(({ schema }) => "enum" in schema || "const" in schema);
    if (listed.length > 0) return this.#listedValues(parts, listed);
    const excluded = parts.flatMap(
      ({ schema }) => (Reflect.get(schema, NO_VALUES) as unknown[] | undefined) ?? [],
    );
    return sharedTypes(parts).flatMap((type) => this.#formOf(type, parts, excluded) ?? []);
  }

  /** Options that only list values become one list, so that thousands of them are not thousands of readings. */
  #optionsOf(parts: readonly Plain[], { part, rest, options }: Choice): SchemaNode["forms"] {
    const beside = parts.map((one) => (one === part ? rest : one));
    const words: Words[] = [];
    const others: NodeForm[] = [];
    for (const option of options) {
      const node = this.node([...beside, ...option]);
      const own = node.forms.flatMap((form) => (form.kind === "words" ? [form.words] : []));
      if (own.length > 0 && own.length === node.forms.length) words.push(...own);
      else others.push({ kind: "node", node });
    }
    return words.length > 0 ? [{ kind: "words", words: mergedWords(words), height: 0 }, ...others] : others;
  }

  /** Those that all lists have and that fit the other keywords. */
  #listedValues(parts: readonly Plain[], listed: readonly Plain[]): Form[] {
    const lists = listed.flatMap(({ schema, where }) => [
      ...("enum" in schema ? [list(schema.enum, `${where}.enum`)] : []),
      ...("const" in schema ? [[schema.const]] : []),
    ]);
    const [first = [], ...others] = lists;
    const known = others.map((values) => new Set(values.map(canonical)));
    const beside = parts.map((part) => this.means.made.without(part, ["enum", "const"]));
    const fitting = first
      .filter((value) => known.every((values) => values.has(canonical(value))))
      .filter((value) => admits(value, beside, this.means));
    const words = wordsOf(fitting.map((value) => JSON.stringify(value)));
    return words.length > 0 ? [{ kind: "words", words, height: 0 }] : [];
  }

  #formOf(type: Type, parts: readonly Plain[], excluded: readonly unknown[]): Form | null {
    switch (type) {
      case "string":
        return textForm(parts, excluded, this);
      case "number":
      case "integer":
        return numberForm(parts, excluded, { isInteger: type === "integer" });
      case "boolean":
        return wordForm([true, false], excluded);
      case "null":
        return wordForm([null], excluded);
      case "array":
        return arrayForm(parts, excluded, this);
      case "object":
        return objectForm(parts, excluded, this);
      default:
        return type satisfies never;
    }
  }
}

function wordForm(values: readonly unknown[], excluded: readonly unknown[]): Form | null {
  const texts = values.filter((value) => !excluded.includes(value)).map((value) => JSON.stringify(value));
  return texts.length > 0 ? { kind: "words", words: wordsOf(texts), height: 0 } : null;
}

/** The types that all parts have. A whole number is a number, so it only needs a form of its own where no other may stand. */
function sharedTypes(parts: readonly Plain[]): Type[] {
  let shared: readonly Type[] = TYPES;
  for (const part of parts) {
    const own = typesOf(part);
    const all = own.includes("number") ? [...own, "integer"] : own;
    shared = shared.filter((type) => all.includes(type));
  }
  return shared.filter((type) => type !== "integer" || !shared.includes("number"));
}
