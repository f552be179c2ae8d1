import { isDict } from "#lib/contract/fields.ts";

/** Attributes by their dotted names, with plain JSON values. */
export type Attributes = ReadonlyMap<string, unknown>;

/** Reads a list of OTLP's `KeyValue`; for a repeated name the last value counts, and entries that are not pairs are left out. */
export function readAttributes(pairs: unknown): Attributes {
  const attributes = new Map<string, unknown>();
  if (!Array.isArray(pairs)) return attributes;
  for (const pair of pairs)
    if (isDict(pair) && typeof pair.key === "string") attributes.set(pair.key, plainValue(pair.value));
  return attributes;
}

/** The value of an `AnyValue`. Integers that do not fit a double stay text; bytes are base64. */
function plainValue(any: unknown): unknown {
  if (!isDict(any)) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = any;
  if (intValue !== undefined && intValue !== null) return wholeNumber(intValue);
  if (isDict(arrayValue)) return Array.isArray(arrayValue.values) ? arrayValue.values.map(plainValue) : [];
  if (isDict(kvlistValue)) return Object.fromEntries(readAttributes(kvlistValue.values));
  return stringValue ?? boolValue ?? doubleValue ?? bytesValue ?? null;
}

function wholeNumber(value: unknown): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Beyond so many parts a name stays whole, so that no name makes a document deeper than its readers go. */
const MAX_PARTS = 16;

/**
 * The attributes as one document: `a.b` stands below `a`, and what is numbered `0`, `1`, … without a gap is a list. Where a name is both a
 * value and the beginning of others, the others keep their whole names.
 */
export function nestAttributes(attributes: Attributes): Record<string, unknown> {
  const root = new Branch();
  // Short names first, so that values come before what would stand below them, in whatever order they were sent.
  const named = [...attributes].map(([name, value]) => ({ parts: partsOf(name), value }));
  for (const { parts, value } of named.sort((a, b) => a.parts.length - b.parts.length))
    root.put(parts, value);
  return Object.fromEntries(root.entries());
}

function partsOf(name: string): string[] {
  const parts = name.split(".");
  return parts.length > MAX_PARTS || parts.includes("") ? [name] : parts;
}

class Branch {
  readonly #below = new Map<string, unknown>();

  /** Walks as far as there is no value in the way; from there on nothing is nested. */
  put([first = "", ...rest]: string[], value: unknown): void {
    const there = this.#below.get(first);
    if (rest.length === 0) this.#below.set(first, value);
    else if (there === undefined) this.#grow(first).put(rest, value);
    else if (there instanceof Branch) there.put(rest, value);
    else this.#below.set([first, ...rest].join("."), value);
  }

  #grow(name: string): Branch {
    const branch = new Branch();
    this.#below.set(name, branch);
    return branch;
  }

  *entries(): Generator<[string, unknown]> {
    for (const [name, value] of this.#below) yield [name, value instanceof Branch ? value.toJSON() : value];
  }

  toJSON(): unknown {
    const isList = [...this.#below.keys()].every((name) => /^\d+$/.test(name)) && this.#isWithoutGap();
    // Made from entries, so that a name such as `__proto__` stays a name.
    if (!isList) return Object.fromEntries(this.entries());
    return [...this.entries()].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  }

  #isWithoutGap(): boolean {
    return Array.from({ length: this.#below.size }, (_, i) => String(i)).every((name) =>
      this.#below.has(name),
    );
  }
}
