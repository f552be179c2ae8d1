import fs from "node:fs";
import { takenAt } from "../bench-engine/write-section.ts";
import type { Measurement } from "./measure.ts";

const FILE = "docs/benchmarks.md";

/** Writes the report, with each line as a ratio to the request that does nothing, measured in the same run. */
export function writeReport(rows: Measurement[], health: Measurement): void {
  const text = [
    "# Benchmarks",
    "",
    ...takenAt("npm run bench"),
    "Load generator, web, worker and PostgreSQL share the machine, so rates are a floor. `× health` is the median against that of",
    "`GET /v1/health` in the same run: it travels between machines better than milliseconds do. Processor time is web, worker and database together.",
    "",
    "| What | Rate | p50 ms | p99 ms | × health | Database ms | CPU µs a row | Aim |",
    "|---|---|---|---|---|---|---|---|",
    ...rows.map((row) => line(row, health)),
    "",
  ].join("\n");
  fs.writeFileSync(FILE, [text, ...sectionsOfOthers()].join("\n"));
  console.log(text);
}

/** What other commands wrote below: each has a section with a heading of its own. */
function sectionsOfOthers(): string[] {
  const before = fs.existsSync(FILE) ? fs.readFileSync(FILE, "utf8") : "";
  return before.split(/^(?=## )/m).slice(1);
}

function line(row: Measurement, health: Measurement): string {
  const rate =
    row.perSecond === undefined ? "" : `${Math.round(row.perSecond).toLocaleString("en")} ${row.unit}/s`;
  const cells = [
    row.name,
    rate,
    row.p50Ms.toFixed(1),
    row.p99Ms.toFixed(1),
    (row.p50Ms / health.p50Ms).toFixed(1),
    row.databaseMs?.toFixed(2) ?? "",
    row.cpuMicrosPerRow?.toFixed(0) ?? "",
    row.aim ?? "",
  ];
  return `| ${cells.join(" | ")} |`;
}
