/** The projects that an input names: fills a place such as `{start.projectId}`, `{entity}/{project}` or `{batch.*.projectId}` from the input; distinct values in order. */
export function projectPaths(input: Record<string, unknown>, place = "{projectId}"): Set<string> {
  const fields = [...place.matchAll(/\{([^}]+)\}/g)].map((found) =>
    valuesAt(input, (found[1] ?? "").split(".")),
  );
  const [first = [], second] = fields;
  return new Set(second ? [`${first[0]}/${second[0]}`] : first);
}

function valuesAt(value: unknown, path: string[]): string[] {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === "string" ? [value] : [];
  if (key === "*") return Array.isArray(value) ? value.flatMap((element) => valuesAt(element, rest)) : [];
  return typeof value === "object" && value !== null ? valuesAt(Reflect.get(value, key), rest) : [];
}
