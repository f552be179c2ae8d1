import { WrongUse } from "../lib/tasks/wrong-use.ts";

const UNRELEASED = "## Unreleased";

/** The changelog in which what was unreleased is this version's. Throws `WrongUse` where there is nothing to release. */
export function releasedChangelog(
  text: string,
  { version, date }: { version: string; date: string },
): string {
  const [before = "", rest] = text.split(`${UNRELEASED}\n`);
  if (rest === undefined) throw new WrongUse(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const [own = ""] = rest.split(/^## /m);
  if (own.trim() === "")
    throw new WrongUse(
      `CHANGELOG.md says nothing below "${UNRELEASED}": write there what changes for people and programs.`,
    );
  return `${before}${UNRELEASED}\n\n## ${version} (${date})\n${rest}`;
}
