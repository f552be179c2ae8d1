import type { Part, Plain, Schema } from "./part.internal.ts";

/** Keywords of schemas that are made here and that nobody sends. */
export const NO_VALUES = Symbol("none of these values");
export const NO_PATTERN = Symbol("not this pattern");

export type MadeSchema = Schema & {
  readonly [NO_VALUES]?: readonly unknown[];
  readonly [NO_PATTERN]?: string;
};

/** Schemas made of others, each made once, so that the same ones are the same object. */
export class MadeParts {
  readonly #known = new WeakMap<object, Map<string, unknown>>();
  readonly #made = new WeakSet<object>();

  /** Whether nobody wrote it, so that what it names is no property that somebody expects. */
  isMade(schema: object): boolean {
    return this.#made.has(schema);
  }

  /** The schema without some of its keywords. */
  without({ schema, where }: Plain, keywords: readonly string[]): Plain {
    const key = `without ${keywords.join(" ")}`;
    const made = this.#once(schema, key, () => {
      const left = Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name)));
      for (const symbol of Object.getOwnPropertySymbols(schema))
        Reflect.set(left, symbol, Reflect.get(schema, symbol));
      if (this.#made.has(schema)) this.#made.add(left);
      return left;
    });
    return { schema: made, where };
  }

  /** What `make` makes of a schema, under a name; none of it counts as written by the caller. */
  of(from: Plain, key: string, make: () => MadeSchema): Part {
    const made = this.#once(from.schema, key, () => {
      const schema = make();
      this.#made.add(schema);
      return schema;
    });
    return { schema: made, where: from.where };
  }

  #once<T extends object>(from: object, key: string, make: () => T): T {
    const known = this.#known.get(from) ?? new Map<string, unknown>();
    this.#known.set(from, known);
    const made = (known.get(key) as T | undefined) ?? make();
    known.set(key, made);
    return made;
  }
}
