import fs from "node:fs";
import { expect, test } from "vitest";
import { pinnedVersions } from "./open-python.ts";
import { NPM_PACKAGES, PROGRAMS } from "./programs.ts";

const LOCK = fs.readFileSync("scripts/conformance/requirements.txt", "utf8");

test("every package that a program drives is pinned, as is all that comes with it", () => {
  const versions = pinnedVersions(LOCK);
  for (const name of PROGRAMS.flatMap(({ packages }) => packages))
    expect(versions.get(name) ?? NPM_PACKAGES.get(name), name).toMatch(/^\d/);
  const requirements = LOCK.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(requirements).toHaveLength(versions.size);
});

test("every program of the folder is run", () => {
  const files = fs.readdirSync("scripts/conformance/programs").filter((name) => name.endsWith(".py"));
  expect(files.sort()).toEqual([...PROGRAMS.map(({ file }) => file), "promises.py"].sort());
});
