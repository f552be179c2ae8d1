/** The value at a path of keys and indices, or undefined. Inherited properties do not count. */
export function valueAt(from: unknown, path: readonly PropertyKey[]): unknown {
  let value = from;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
