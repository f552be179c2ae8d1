/** A setting of several jobs, by its path; `undefined` where a job leaves it to its default. */
export type Setting = { readonly path: string; readonly values: readonly unknown[] };

/** Every setting of any of the jobs, by dotted paths in order, with each job's value. */
export function settingsOf(configs: readonly Readonly<Record<string, unknown>>[]): Setting[] {
  const flat = configs.map((config) => new Map(leavesOf(config, "")));
  const paths = [...new Set(flat.flatMap((leaves) => [...leaves.keys()]))].sort();
  return paths.map((path) => ({ path, values: flat.map((leaves) => leaves.get(path)) }));
}

/** Whether the jobs differ in it. */
export function isChanged({ values }: Setting): boolean {
  return new Set(values.map((value) => JSON.stringify(value) ?? "")).size > 1;
}

/** As a line of text; a long list shows how it begins. */
export function settingText(value: unknown): string {
  if (value === undefined) return "default";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function leavesOf(value: Readonly<Record<string, unknown>>, prefix: string): [string, unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    return isRecord(inner) ? leavesOf(inner, path) : [[path, inner]];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
