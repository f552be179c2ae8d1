/** What replaces a value: of each kind of JSON, the ones at which programs break. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  2 ** 53,
  1e308,
  5e-324,
  0.5,
  "",
  " ",
  "\u0000",
  "\ud800",
  "😀".repeat(300),
  "a".repeat(5_000),
  "' or 1=1 --",
  "../../etc/passwd",
  "2026-13-45T99:99:99Z",
  "{{7*7}}",
  [],
  {},
  [[[[[]]]]],
  { $getField: "x" },
  { $and: [] },
  JSON.parse('{"__proto__": {"x": 1}, "constructor": {"prototype": 1}}'),
];

/** Draws a number from 0 up to 1. */
export type Random = () => number;

/** A copy of a JSON value with one place changed: a value replaced, a field dropped, added or doubled in depth. */
export function mutate(value: unknown, random: Random): unknown {
  const isDeeper = random() < 0.75;
  if (isDeeper && Array.isArray(value) && value.length > 0) {
    const at = below(value.length, random);
    return value.map((item, index) => (index === at ? mutate(item, random) : item));
  }
  if (isDeeper && isObject(value)) return mutateObject(value, random);
  return pick(ODD_VALUES, random);
}

function mutateObject(value: Record<string, unknown>, random: Random): unknown {
  const names = Object.keys(value);
  if (names.length === 0 || random() < 0.1) return { ...value, unknown_field: pick(ODD_VALUES, random) };
  const name = pick(names, random);
  const { [name]: chosen, ...rest } = value;
  if (random() < 0.15) return rest;
  return { ...rest, [name]: mutate(chosen, random) };
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[below(list.length, random)] as T;
}

function below(count: number, random: Random): number {
  return Math.min(count - 1, Math.floor(random() * count));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
