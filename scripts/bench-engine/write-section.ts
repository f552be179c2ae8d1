import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";

const FILE = "docs/benchmarks.md";

/** Puts a section of docs/benchmarks.md in the place of its older self, or at the end; all else stays. */
export function writeSection(title: string, lines: readonly string[], file = FILE): void {
  const heading = `## ${title}`;
  const [first = "", ...sections] = fs.readFileSync(file, "utf8").split(/^(?=## )/m);
  const section = `${[heading, "", ...lines].join("\n").trimEnd()}\n`;
  const at = sections.findIndex((one) => one.split("\n", 1)[0] === heading);
  if (at === -1) sections.push(section);
  else sections[at] = section;
  fs.writeFileSync(file, [first, ...sections].map((one) => `${one.trimEnd()}\n`).join("\n"));
}

/** The kind of machine that figures belong to. */
export function processors(): string {
  const [processor] = os.cpus();
  return `${os.cpus().length} × ${processor?.model.trim()}`;
}

/** Where and when figures were taken. */
export function takenAt(command: string): string[] {
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  return [
    `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, ${revision()}.`,
    `Machine: ${processors()}, ${memory}, ${os.type()} ${os.release()}, Node ${process.version}.`,
  ];
}

/** A copy of the sources without their history has none. */
function revision(): string {
  try {
    const output = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return `commit ${output.trim()}`;
  } catch {
    return "no commit";
  }
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)];
}
