const MAX_PATHS = 40;
const DEEPEST = 3;

type Payloads = { inputs: unknown; output?: unknown };

/** The dotted paths that the given calls have values at, shallow ones first: what an annotator may be shown of them. */
export function displayPaths(calls: readonly Payloads[]): string[] {
  const paths = new Set<string>();
  for (const { inputs, output } of calls) {
    collect("inputs", inputs, paths);
    collect("output", output, paths);
  }
  return [...paths].sort((a, b) => depthOf(a) - depthOf(b) || a.localeCompare(b)).slice(0, MAX_PATHS);
}

/** What most readers want of a call: its sides, and where the usual programs put conversation and answer. */
const USUAL = [
  "inputs",
  "output",
  "inputs.messages",
  "inputs.question",
  "inputs.prompt",
  "output.content",
  "output.choices",
];

/** The paths to offer at once, and those that are folded: settings and identifiers, which there are many of. What is chosen is always in sight. */
export function foldedPaths(
  paths: readonly string[],
  chosen: readonly string[],
): { first: string[]; more: string[] } {
  const isFirst = (path: string) =>
    paths.length <= USUAL.length || USUAL.includes(path) || chosen.includes(path);
  return { first: paths.filter(isFirst), more: paths.filter((path) => !isFirst(path)) };
}

function collect(path: string, value: unknown, paths: Set<string>): void {
  if (value === null || value === undefined) return;
  paths.add(path);
  if (typeof value !== "object" || Array.isArray(value) || depthOf(path) >= DEEPEST) return;
  // A dot inside a key would read as two segments.
  for (const [key, inner] of Object.entries(value))
    if (!key.includes(".")) collect(`${path}.${key}`, inner, paths);
}

function depthOf(path: string): number {
  return path.split(".").length;
}
