import { table, takenAt, writeSection } from "../bench-engine/write-section.ts";
import type { Python } from "./open-python.ts";
import { NPM_PACKAGES } from "./programs.ts";
import type { Outcome } from "./run-programs.ts";

const FILE = "docs/clients.md";
const TITLE = "Python packages, run as they are";

/** One line for each promise, and the line of totals. */
export function printOutcome(outcome: readonly Outcome[]): void {
  for (const { program, promise, problem } of outcome)
    console.log(
      `${problem === null ? "✓" : "✗"} ${program.packages.join(", ")}: ${promise}${problem === null ? "" : `\n    ${problem}`}`,
    );
  const broken = outcome.filter(({ problem }) => problem !== null).length;
  console.log(`Conformance: ${outcome.length - broken} passed, ${broken} failed`);
}

/** Puts the table into the document about clients, in the place of the one before. */
export async function writeOutcome(outcome: readonly Outcome[], python: Python): Promise<void> {
  const rows = outcome.map(({ program, promise, problem }) => [
    program.packages
      .map((name) => `\`${name}\` ${python.versions.get(name) ?? NPM_PACKAGES.get(name)}`)
      .join(", "),
    promise,
    problem === null ? "kept" : `**broken**: ${cell(problem)}`,
  ]);
  const lines = [
    ...takenAt("npm run conformance"),
    `Python ${python.version}; the packages are unmodified, their whole lock is \`scripts/conformance/requirements.txt\`, and the programs lie in`,
    "`scripts/conformance/programs`.",
    "",
    ...table(["Package", "What was promised to its users", "Outcome"], rows),
  ];
  writeSection(TITLE, lines, FILE);
}

/** A problem may hold anything; a cell of a table is one line without bars. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 200);
}
