import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { WrongUse } from "../lib/tasks/wrong-use.ts";
import { releasedChangelog } from "./changelog.ts";
import { nextVersion } from "./next-version.ts";

export type ReleaseOptions = {
  readonly root: string;
  readonly wish: string | undefined;
  /** Without it nothing is written. */
  readonly isReal: boolean;
  readonly today: Date;
  /** Whether all that has to hold does. */
  readonly verify: () => Promise<boolean>;
};

/** Gives the project a version: package.json, its lock and the changelog, committed and tagged. The packages take theirs from package.json. */
export async function makeRelease({ root, wish, isReal, today, verify }: ReleaseOptions): Promise<string> {
  const at = (file: string) => path.join(root, file);
  const project: { version: string } = JSON.parse(fs.readFileSync(at("package.json"), "utf8"));
  const version = nextVersion(project.version, wish);
  const tag = `v${version}`;
  const changed = git(root, "status", "--porcelain");
  if (changed !== "") throw new WrongUse(`Commit or put away what is changed:\n${changed}`);
  if (git(root, "tag", "--list", tag) !== "")
    throw new WrongUse(`The tag ${tag} exists already; choose a later version.`);
  const date = today.toISOString().slice(0, 10);
  const changelog = releasedChangelog(fs.readFileSync(at("CHANGELOG.md"), "utf8"), { version, date });
  if (!(await verify())) throw new WrongUse("The checks fail, see above; nothing was released.");
  if (!isReal) return `Would release ${tag} (was ${project.version}). Add --real to write it.`;
  for (const file of ["package.json", "package-lock.json"])
    setVersion(at(file), { from: project.version, to: version });
  fs.writeFileSync(at("CHANGELOG.md"), changelog);
  git(root, "commit", "--all", "--message", `Release ${version}`);
  git(root, "tag", "--annotate", tag, "--message", `Spindle ${version}`);
  return `Released ${tag}. Push it with its tag, and publish what \`npm run pack\` makes.`;
}

/** The project's own version stands first in its package, and twice at the head of its lock. */
function setVersion(file: string, { from, to }: { from: string; to: string }): void {
  const text = fs.readFileSync(file, "utf8");
  const own = new RegExp(`("name": "spindle",\\s+"version": )"${from.replaceAll(".", "\\.")}"`, "g");
  fs.writeFileSync(file, text.replaceAll(own, `$1"${to}"`));
}

function git(root: string, ...args: string[]): string {
  return execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trimEnd();
}
