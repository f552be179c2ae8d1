import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram } from "./check.ts";
import { faultsOfPlaywright, faultsOfVitest, skippedOfVitest } from "./test-reports.ts";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "reports-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Writes the files and runs a program of tests on them, which leaves its report in `report.json`. */
async function reportOf(files: Record<string, string>, program: string[]) {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const report = path.join(folder, "report.json");
  fs.rmSync(report, { force: true });
  const { output } = await runProgram(program, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } });
  expect(fs.existsSync(report), output).toBe(true);
  return JSON.parse(fs.readFileSync(report, "utf8"));
}

test("Vitest's faults are its failed tests and the files that cannot be loaded", async () => {
  const files = {
    "good.test.ts": 'import { test } from "vitest"; test("fine", () => {});',
    "bad.test.ts":
      'import { describe, expect, test } from "vitest"; test("fine", () => {}); describe("part", () => test("sums", () => expect(1 + 1).toBe(3)));',
    "broken.test.ts": 'import "./no-such-file.ts";',
  };
  const reporters = ["--reporter=json", `--outputFile.json=${path.join(folder, "report.json")}`];
  const faults = faultsOfVitest(await reportOf(files, ["vitest", "run", "--root", folder, ...reporters]));
  const within = path.relative(process.cwd(), fs.realpathSync(folder));
  expect(faults).toHaveLength(2);
  expect(faults.find((one) => one.startsWith(`${within}/bad.test.ts › part sums\n`))).toContain("to be 3");
  expect(faults.find((one) => one.startsWith(`${within}/broken.test.ts\n`))).toContain("no-such-file");
});

test("Of a run of Vitest only what was asked for counts as skipped", async () => {
  const files = {
    "vitest.config.ts": 'export default { test: { tags: [{ name: "long" }] } };',
    "tagged.test.ts": `import { test } from "vitest"; test("fine", () => {}); test.skip("later", () => {});
test("a job", { tags: ["long"] }, () => {}); test.skip("a longer one", { tags: ["long"] }, () => {}); test.todo("an idea");`,
  };
  const run = ["vitest", "run", "--root", folder, "tagged"];
  const reporters = ["--reporter=json", `--outputFile.json=${path.join(folder, "report.json")}`];
  const usual = await reportOf(files, [...run, "--tags-filter=!long", ...reporters]);
  expect([usual.numPassedTests, skippedOfVitest(usual, { long: false })]).toEqual([1, 2]);
  const long = await reportOf({}, [...run, "--tags-filter=long", ...reporters]);
  expect([long.numPassedTests, skippedOfVitest(long, { long: true })]).toEqual([1, 1]);
});

test("Playwright's faults are its failed tests, with the place of each and a plain reason", async () => {
  const at = path.resolve("node_modules/@playwright/test/index.mjs");
  const files = {
    "some.spec.mjs": `import { expect, test } from ${JSON.stringify(at)};
test("fine", () => {});
test.describe("part", () => test("sums", () => expect(1 + 1).toBe(3)));
test.skip("later", () => {});`,
    "playwright.config.mjs": "export default { testMatch: '*.spec.mjs' };",
  };
  const program = ["playwright", "test", "--config", path.join(folder, "playwright.config.mjs")];
  const faults = faultsOfPlaywright(await reportOf(files, [...program, "--reporter=json"]));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^some\.spec\.mjs:3 › sums\n {2}Error: expect\(received\)\.toBe\(expected\)/);
  expect(faults[0]).toContain("Expected: 3");
});
