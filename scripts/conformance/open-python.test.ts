import fs from "node:fs";
import { expect, test } from "vitest";
import { pinnedVersions } from "./open-python.ts";
import { NPM_PACKAGES, PROGRAMS, SHARED } from "./programs.ts";
import { ENGINE_TESTS } from "./run-engine-tests.ts";

const LOCK = fs.readFileSync("scripts/conformance/requirements.txt", "utf8");

test("every package that a program drives is pinned, as is all that comes with it", () => {
  const versions = pinnedVersions(LOCK);
  for (const name of PROGRAMS.flatMap(({ packages }) => packages))
    expect(versions.get(name) ?? NPM_PACKAGES.get(name), name).toMatch(/^\d/);
  const requirements = LOCK.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(requirements).toHaveLength(versions.size);
});

test("the engine on PyTorch is pinned as its conformance is, and every test of it has a promise", () => {
  const engine = pinnedVersions(fs.readFileSync("engines/torch/requirements.txt", "utf8"));
  const tested = pinnedVersions(LOCK);
  for (const name of ["torch", "transformers", "peft", "safetensors"]) {
    expect(engine.get(name), name).toMatch(/^\d/);
    expect(tested.get(name), name).toBe(engine.get(name));
  }
  const tests = fs.globSync("lib/**/*.python.test.ts");
  expect(tests.sort()).toEqual([...ENGINE_TESTS.keys()].sort());
});

test("every program of the folder is run", () => {
  const files = fs.readdirSync("scripts/conformance/programs").filter((name) => name.endsWith(".py"));
  expect(files.sort()).toEqual([...PROGRAMS.map(({ file }) => file), ...SHARED].sort());
});
