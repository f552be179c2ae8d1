/** Words and signs, as measures of translations count them; letters keep their case. */
export function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Words alone, in lower case, as measures of summaries count them. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How often each run of `n` words occurs. */
export function countRuns(words: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + n <= words.length; start++) {
    const run = words.slice(start, start + n).join("\u0001");
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

/** How many runs both have, each as often as the one that has it less often. */
export function countShared(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [run, count] of one) shared += Math.min(count, other.get(run) ?? 0);
  return shared;
}

/** Elements between two steps: some milliseconds of the longest texts. */
const STEP = 512;

/** The length of the longest common subsequence: a bit for each element of `one`, all of them at once (Hyyrö 2004). Work in steps. */
export function* commonLength<T>(one: readonly T[], other: readonly T[]): Generator<undefined, number> {
  const all = (1n << BigInt(one.length)) - 1n;
  const places = new Map<T, bigint>();
  for (const [at, element] of one.entries())
    places.set(element, (places.get(element) ?? 0n) | (1n << BigInt(at)));
  let open = all;
  for (const [at, element] of other.entries()) {
    if (at % STEP === STEP - 1) yield undefined;
    const hit = open & (places.get(element) ?? 0n);
    open = ((open + hit) | (open - hit)) & all;
  }
  return one.length - open.toString(2).replaceAll("0", "").length;
}
