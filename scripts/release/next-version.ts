import { WrongUse } from "../lib/tasks/wrong-use.ts";

const PARTS: readonly string[] = ["major", "minor", "patch"];
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** `minor` after 0.1.3 is 0.2.0; a whole version may be named, too, and is not below the present one. */
export function nextVersion(current: string, wish: string | undefined): string {
  const now = numbersOf(current);
  if (now === null) throw new WrongUse(`package.json has the version ${current}, which is not x.y.z.`);
  const place = PARTS.indexOf(wish ?? "");
  if (place !== -1)
    return now.map((number, at) => (at < place ? number : at === place ? number + 1 : 0)).join(".");
  const named = wish === undefined ? null : numbersOf(wish);
  if (wish === undefined || named === null)
    throw new WrongUse(
      `Say what comes next: npm run release -- ${PARTS.join("|")}|x.y.z; got ${wish ?? "nothing"}.`,
    );
  if (isBelow(named, now)) throw new WrongUse(`${wish} is below the present version, ${current}.`);
  return wish;
}

function numbersOf(version: string): number[] | null {
  return VERSION.exec(version)?.slice(1).map(Number) ?? null;
}

function isBelow(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}
