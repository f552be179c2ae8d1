/** Twice as many texts again would show little more. */
const MAX_UNITS = 24;
/** Of these, a pattern that doubles its work with each character never sees the end of the short one, one of a higher power not of the long one. */
const REPEATS = [30, 2_000];

/**
 * Texts on which a regular expression that backtracks without end shows it: what the pattern itself speaks of, many times over, behind its
 * own beginning and before a character that spoils the match.
 */
export function probesOf(pattern: string): string[] {
  const plain = /^\^?([\w \-:/]*)/.exec(pattern)?.[1] ?? "";
  const units = [...new Set([...pattern.matchAll(UNITS)].flatMap(([found]) => unitsOf(found)))];
  // Its last character may belong to what is repeated.
  const beginnings = new Set(["", plain, plain.slice(0, -1)]);
  return units
    .slice(0, MAX_UNITS)
    .flatMap((unit) =>
      [...beginnings].flatMap((first) => REPEATS.map((times) => `${first}${unit.repeat(times)}\u0007`)),
    );
}

/** Runs of plain characters, escapes, and the dot. */
const UNITS = /\\.|[^\\^$.*+?()[\]{}|]+|\./gu;

function unitsOf(found: string): string[] {
  if (found === ".") return ["x"];
  if (!found.startsWith("\\")) return [found, ...new Set(found)];
  const kind = found.slice(1);
  return [CLASSES[kind] ?? kind];
}

const CLASSES: Readonly<Record<string, string | undefined>> = {
  d: "0",
  D: "x",
  w: "a",
  W: "-",
  s: " ",
  S: "x",
  b: "a",
  n: "\n",
  t: "\t",
  r: "\r",
};
