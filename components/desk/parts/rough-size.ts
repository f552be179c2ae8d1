/** Of a long list so many elements are measured, and the rest taken to be like them. */
const MEASURED = 200;
/** What lies further in is not measured at all. */
const MAX_STEPS = 20_000;
const DEEPEST = 100;

/** About how many characters a JSON value has, without writing it: at once, however large it is. */
export function roughSize(root: unknown): number {
  let steps = 0;
  const sizeOf = (value: unknown, depth: number): number => {
    if (typeof value === "string") return value.length + 2;
    if (typeof value === "number" || typeof value === "boolean") return String(value).length;
    if (typeof value !== "object" || value === null || depth > DEEPEST || ++steps > MAX_STEPS) return 4;
    if (Array.isArray(value)) return 2 + scaled(value, (one) => sizeOf(one, depth + 1) + 1);
    return (
      2 + scaled(Object.keys(value), (name) => name.length + 4 + sizeOf(Reflect.get(value, name), depth + 1))
    );
  };
  return Math.round(sizeOf(root, 0));
}

/** The sum of some sizes, spread evenly over the list, as if all of it had been measured. */
function scaled<T>(list: readonly T[], sizeOf: (one: T) => number): number {
  const step = Math.max(1, Math.floor(list.length / MEASURED));
  let sum = 0;
  let count = 0;
  for (let i = 0; i < list.length; i += step) {
    const one = list[i];
    if (one !== undefined) sum += sizeOf(one);
    count++;
  }
  return count === 0 ? 0 : (sum / count) * list.length;
}
