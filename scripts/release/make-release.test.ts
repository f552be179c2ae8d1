import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeRelease } from "./make-release.ts";
import { nextVersion } from "./next-version.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

const LOCK = `{
  "name": "spindle",
  "version": "0.1.0",
  "packages": { "": {
    "name": "spindle",
    "version": "0.1.0"
  }, "node_modules/x": { "version": "0.1.0" } }
}
`;

/** A project of three files, committed. */
function aProject() {
  const root = fs.mkdtempSync(path.join(tmpdir(), "spindle-release-"));
  folders.push(root);
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=T", "-c", "user.email=t@example.com", ...args], {
      encoding: "utf8",
    }).trim();
  const write = (file: string, text: string) => fs.writeFileSync(path.join(root, file), text);
  const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
  write("package.json", '{\n  "name": "spindle",\n  "version": "0.1.0"\n}\n');
  write("package-lock.json", LOCK);
  write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- Queues have colours.\n");
  git("init", "--quiet");
  for (const [name, value] of [
    ["user.name", "T"],
    ["user.email", "t@example.com"],
  ] as const)
    git("config", name, value);
  git("add", "--all");
  git("commit", "--quiet", "--message", "A project");
  const release = (wish: string | undefined, options: { isReal?: boolean; isGreen?: boolean } = {}) =>
    makeRelease({
      root,
      wish,
      isReal: options.isReal ?? false,
      today: new Date("2026-12-01T10:00:00Z"),
      verify: async () => options.isGreen ?? true,
    });
  return { git, write, read, release };
}

test("a release has its version everywhere, its section in the changelog, a commit and a tag", async () => {
  const { git, read, release } = aProject();
  expect(await release("minor", { isReal: true })).toMatch(/^Released v0\.2\.0/);
  expect(JSON.parse(read("package.json")).version).toBe("0.2.0");
  const lock = JSON.parse(read("package-lock.json"));
  expect([lock.version, lock.packages[""].version, lock.packages["node_modules/x"].version]).toEqual([
    "0.2.0",
    "0.2.0",
    "0.1.0",
  ]);
  expect(read("CHANGELOG.md")).toBe(
    "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- Queues have colours.\n",
  );
  expect(git("log", "-1", "--format=%s")).toBe("Release 0.2.0");
  expect(git("describe", "--exact-match")).toBe("v0.2.0");
  expect(git("status", "--porcelain")).toBe("");
  await expect(release("minor")).rejects.toThrow(/says nothing below/);
});

test("without --real nothing is written", async () => {
  const { git, release } = aProject();
  expect(await release("patch")).toBe("Would release v0.1.1 (was 0.1.0). Add --real to write it.");
  expect(git("status", "--porcelain") + git("tag", "--list")).toBe("");
});

test("changed files, failing checks, a tag that exists and a version that is none are refused before anything is written", async () => {
  const { git, write, release } = aProject();
  await expect(release("minor", { isReal: true, isGreen: false })).rejects.toThrow(/The checks fail/);
  git("tag", "v0.2.0");
  await expect(release("minor", { isReal: true })).rejects.toThrow(/v0\.2\.0 exists already/);
  await expect(release("big", { isReal: true })).rejects.toThrow(
    /npm run release -- major\|minor\|patch\|x\.y\.z; got big/,
  );
  write("notes.txt", "mine");
  await expect(release("major", { isReal: true })).rejects.toThrow(
    /put away what is changed:\n\?\? notes\.txt/,
  );
  expect(git("log", "--format=%s")).toBe("A project");
});

test.each([
  ["0.1.3", "patch", "0.1.4"],
  ["0.1.3", "minor", "0.2.0"],
  ["0.1.3", "major", "1.0.0"],
  ["0.1.3", "0.1.3", "0.1.3"],
  ["0.9.9", "0.10.0", "0.10.0"],
])("after %s, %s is %s", (current, wish, next) => {
  expect(nextVersion(current, wish)).toBe(next);
});

test("a named version is not below the present one", () => {
  expect(() => nextVersion("0.10.0", "0.9.0")).toThrow(/0\.9\.0 is below the present version, 0\.10\.0/);
  expect(() => nextVersion("0.1.0", undefined)).toThrow(/got nothing/);
});
