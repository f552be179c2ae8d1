import { isDict } from "#lib/contract/fields.ts";

/** Paths deeper inside, or more of them, are not looked at. */
const DEEPEST = 4;
const MAX_PATHS = 200;
/** Names that differ in more than this share of their letters are other names. */
const ALIKE = 0.4;

/**
 * The path of a value that was most likely meant by one that leads nowhere: the same last name elsewhere, or one spelt alike; else the first
 * text, to show how a path is written. Null where there is nothing.
 */
export function nearestPath(path: string, roots: Readonly<Record<string, unknown>>): string | null {
  const paths = pathsIn(roots);
  const wanted = lastName(path);
  const ranked = paths.map((one) => ({ one, differs: difference(wanted, lastName(one.path)) }));
  const best = ranked.toSorted((a, b) => a.differs - b.differs)[0];
  if (best && best.differs <= ALIKE) return best.one.path;
  return paths.find(({ isText }) => isText)?.path ?? paths[0]?.path ?? null;
}

type Found = { path: string; isText: boolean };

/** Breadth first, so that the shortest path to a name is met first. */
function pathsIn(roots: Readonly<Record<string, unknown>>): Found[] {
  const found: Found[] = [];
  let level = Object.entries(roots);
  for (let depth = 0; depth < DEEPEST && found.length < MAX_PATHS; depth++) {
    const inner = level.flatMap(([path, value]) =>
      isDict(value)
        ? Object.entries(value).map(([name, one]): [string, unknown] => [`${path}.${name}`, one])
        : [],
    );
    level = inner.filter(([, value]) => value !== null && value !== undefined).slice(0, MAX_PATHS);
    found.push(...level.map(([path, value]) => ({ path, isText: typeof value === "string" })));
  }
  return found.slice(0, MAX_PATHS);
}

function lastName(path: string): string {
  return (path.split(".").at(-1) ?? "").toLowerCase().slice(0, 64);
}

/** How many letters must change to make one of the other, as a share of the longer one. */
function difference(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j] ?? 0) + Number(letter !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(1, a.length, b.length);
}
