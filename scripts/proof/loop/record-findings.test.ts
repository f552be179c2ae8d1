import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { recordFindings } from "./record-findings.ts";

test("a promise that is looked at again gets a new line, and the others keep theirs", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "spindle-record-")), "benchmarks.md");
  writeFileSync(file, "# Benchmarks\n\n## Other\n\nText\n");
  recordFindings(
    [
      { name: "One", found: "1 | 2", passed: false },
      { name: "Two", found: "b", passed: true },
    ],
    file,
  );
  recordFindings([{ name: "Two", found: "c", passed: false }], file);
  const text = readFileSync(file, "utf8");
  expect(text).toContain("## Other\n\nText\n");
  expect(text.split("\n").flatMap((line) => /^\| (One|Two) .*? \| (yes|no) /.exec(line)?.[0] ?? [])).toEqual([
    "| One | 1 \\| 2 | no ",
    "| Two | c | no ",
  ]);
});
