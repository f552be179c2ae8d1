// `npx node scripts/decision-index.ts`: writes docs/decisions/README.md, the list of decisions. `npm run verify` says when it is out of date.
import fs from "node:fs";
import path from "node:path";

const FOLDER = "docs/decisions";
export const DECISION_INDEX = `${FOLDER}/README.md`;
const HEAD = `# Decisions

Each record says what was decided, and why. Write a new one from [the template](0000-template.md), with the next free number; then run
\`npx node scripts/decision-index.ts\`.

`;

/** The index as it should be; null where there are no decisions. */
export function decisionIndex(root: string): string | null {
  const folder = path.join(root, FOLDER);
  const files = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file))
    : [];
  const rows = files.filter((file) => !file.startsWith("0000")).map((file) => rowOf(folder, file));
  return rows.length === 0
    ? null
    : HEAD + table([["No.", "Decision", "Status", "Superseded by"], ...rows.sort()]);
}

function rowOf(folder: string, file: string): string[] {
  const text = fs.readFileSync(path.join(folder, file), "utf8");
  const title = /^# \d{4} · (.+)$/m.exec(text)?.[1] ?? file;
  const status = /Status: (\w+)/.exec(text)?.[1] ?? "";
  const successor = /superseded by \[?(\d{4})/i.exec(text)?.[1] ?? "";
  return [file.slice(0, 4), `[${title}](${file})`, status, successor];
}

function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |\n`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("");
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, "..");
  const index = decisionIndex(root);
  if (index) fs.writeFileSync(path.join(root, DECISION_INDEX), index);
}
