import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { processors, table, writeSection } from "../../bench-engine/write-section.ts";
import type { Finding } from "./prove-loop.ts";

const FILE = "docs/benchmarks.md";
const TITLE = "Promises of the loop";
const HEAD = ["Promise", "Found", "Held", "Seen"];

/** Into docs/benchmarks.md. What was not looked at this time keeps its line, so that `--only` may record one promise after another. */
export function recordFindings(findings: readonly Finding[], file = FILE): void {
  const rows = new Map(recordedIn(file).map((row) => [row[0] ?? "", row]));
  const seen = seenNow();
  for (const { name, found, passed } of findings)
    rows.set(name, [name, found.replaceAll("|", "\\|"), passed ? "yes" : "no", seen]);
  writeSection(
    TITLE,
    [
      "Written by `npm run proof:loop -- --record`; with `--only`, each line when its promise was looked at.",
      `Machine: ${processors()}, ${Math.round(os.totalmem() / 2 ** 30)} GiB. Over HTTP, against the product as it is started by its command.`,
      "_Load_ is the average of the 15 minutes before the record, where 2 occupies the machine: of seconds and rates, the more of them are others' the less they say.",
      "",
      ...table(HEAD, [...rows.values()]),
    ],
    file,
  );
}

function recordedIn(file: string): string[][] {
  const section = fs
    .readFileSync(file, "utf8")
    .split(/^(?=## )/m)
    .find((one) => one.startsWith(`## ${TITLE}\n`));
  const lines = section?.split("\n").filter((line) => line.startsWith("|")) ?? [];
  // The head, and the line below it. Formatting pads cells.
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function seenNow(): string {
  const [, , load = 0] = os.loadavg();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return `${new Date().toISOString().slice(0, 10)}, ${commit}, load ${load.toFixed(1)}`;
}
