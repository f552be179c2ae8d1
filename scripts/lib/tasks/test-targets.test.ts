import path from "node:path";
import { expect, test } from "vitest";
import { readTestTargets } from "./test-targets.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (args: string[], from = root) => readTestTargets(args, { root, from });
const refusalOf = (...args: string[]) => {
  try {
    return `nothing was refused: ${JSON.stringify(read(args))}`;
  } catch (error) {
    return String(error);
  }
};

test("files go to the runner of their kind, once each, and options after them to it as they are", () => {
  const unit = "lib/contract/wire.test.ts";
  const e2e = "e2e/http/lifecycle.spec.ts";
  expect(read([unit, e2e, unit])).toEqual({ unit: [unit], e2e: [e2e], options: [] });
  expect(read([unit, "-t", "aliases", "--bail=1"])).toEqual({
    unit: [unit],
    e2e: [],
    options: ["-t", "aliases", "--bail=1"],
  });
  expect(read([])).toEqual({ unit: [], e2e: [], options: [] });
});

test("a path is meant from where the person stands, else from the project", () => {
  const standing = path.join(root, "lib/contract");
  expect(read(["wire.test.ts", "lib/platform/env.test.ts"], standing).unit).toEqual([
    "lib/contract/wire.test.ts",
    "lib/platform/env.test.ts",
  ]);
});

test("a folder stands for all tests below it, of both kinds", () => {
  const { unit, e2e } = read(["e2e"]);
  expect(e2e).toContain("e2e/http/lifecycle.spec.ts");
  expect(unit.every((file) => file.startsWith("e2e/support/"))).toBe(true);
  const bracketed = "app/api/annotation_queues/[queueId]/answers";
  expect(read([bracketed]).unit).toContain(`${bracketed}/route.test.ts`);
  expect(read(["."]).unit).not.toContainEqual(expect.stringContaining("node_modules"));
});

test("a missing name suggests existing tests; a file that is not a test, the test next to it", () => {
  expect(refusalOf("wire.tst.ts")).toMatch(/There is no wire\.tst\.ts in this project/);
  expect(refusalOf("lib/wire.test.ts")).toMatch(
    /Did you mean one of these\?\n {2}lib\/contract\/wire\.test\.ts/,
  );
  expect(refusalOf("nothing-like-it")).toMatch(
    /Name files or folders of it, such as lib\/contract\/wire\.test\.ts/,
  );
  expect(refusalOf("lib/contract/wire.ts")).toMatch(
    /is not a test.*Its tests are in lib\/contract\/wire\.test\.ts/,
  );
  expect(refusalOf("README.md")).toMatch(/README\.md is not a test; tests end in/);
  expect(refusalOf("docs")).toMatch(/There is no test in docs/);
  expect(refusalOf("/etc/hosts")).toMatch(/There is no \/etc\/hosts in this project/);
});
