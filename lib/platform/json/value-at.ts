/** The value under a path of keys and places, or undefined; only what a value itself holds counts, nothing that it inherits. */
export function valueAt(from: unknown, path: readonly PropertyKey[]): unknown {
  let value = from;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
