import { afterEach, expect, test, vi } from "vitest";
import { type Check, failure, programCheck, runChecks, runProgram, success } from "./check.ts";

afterEach(() => vi.restoreAllMocks());

/** Runs the checks and returns the exit code with the lines that were printed. */
async function outcomeOf(steps: Parameters<typeof runChecks>[0]) {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  return { code: await runChecks(steps), lines };
}

const passing: Check = {
  name: "Good",
  run: async () => ({ passed: 3, failed: 0, skipped: 1, output: "quiet" }),
};

test("Every check runs whatever fails before it, and the last line counts them all", async () => {
  const failing: Check = { name: "Bad", run: async () => failure("what went wrong") };
  const throwing: Check = { name: "Worse", run: () => Promise.reject(new Error("broke")) };
  const { code, lines } = await outcomeOf([failing, throwing, passing]);
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe("3 passed, 2 failed, 1 skipped");
  expect(lines.filter((line) => /^\d+ passed/.test(line))).toHaveLength(1);
  expect(lines.join("\n")).toMatch(/what went wrong[\s\S]*broke/);
  expect(lines.join("\n")).not.toContain("quiet");
});

test("What failed stands once more right before the totals, by the parts that a check names", async () => {
  const bad = { ...failure("long output"), faults: ["a.test.ts › one\n  expected 1", "b.test.ts › two"] };
  const named: Check = { name: "Tests", run: async () => bad };
  const plain: Check = { name: "Lint", run: async () => failure("a lint") };
  const { lines } = await outcomeOf([named, plain, passing]);
  expect(lines.at(-2)).toBe(
    "\nWhat failed:\n\n✗ Tests\n\na.test.ts › one\n  expected 1\n\nb.test.ts › two\n\n✗ Lint\n\na lint\n",
  );
  expect((await outcomeOf([passing])).lines.join()).not.toContain("What failed");
});

test("Rows of checks run beside each other, each in its own order, and all before what stands after them", async () => {
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const check = (name: string, work?: () => unknown): Check => ({
    name,
    run: async () => {
      begun.push(name);
      await work?.();
      return success();
    },
  });
  const rows = [
    [check("slow", () => first.promise), check("after slow")],
    [check("beside"), check("release", first.resolve)],
  ];
  const { code, lines } = await outcomeOf([rows, check("last")]);
  expect(begun).toEqual(["slow", "beside", "release", "after slow", "last"]);
  expect([code, lines.at(-1)]).toEqual([0, "5 passed, 0 failed, 0 skipped"]);
});

test("The exit code is 0 only when nothing failed", async () => {
  expect((await outcomeOf([passing, { name: "Fine", run: async () => success() }])).code).toBe(0);
});

test("A program's exit code decides, and one that does not exist is a failure", async () => {
  const node = (code: string) => programCheck("Node", [process.execPath, "-e", code]).run();
  expect(await node("console.log('hello')")).toMatchObject({ passed: 1, failed: 0 });
  expect(await node("console.error('reason'); process.exit(3)")).toMatchObject({
    failed: 1,
    output: "reason\n",
  });
  expect((await outcomeOf([programCheck("None", ["no-such-program"])])).code).toBe(1);
});

test("A program that takes too long is ended with its children", async () => {
  const script =
    "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); setInterval(() => {}, 1000)";
  const { code, output } = await runProgram([process.execPath, "-e", script], { timeoutMs: 300 });
  expect(code).not.toBe(0);
  expect(output).toContain("was ended after 0.3 s");
});
