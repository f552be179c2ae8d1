import type { MemoryFigures, MemoryWork } from "./memory.ts";
import { table, takenAt } from "./write-section.ts";

export type MeasuredWork = { readonly work: MemoryWork; readonly figures: MemoryFigures };

/** The most that a process may hold, pages of files among it. */
const AIMS: ReadonlyMap<MemoryWork, number> = new Map([
  ["chat", 0.8e9],
  ["an adapter", 1.5e9],
  ["all weights", 1.5e9],
]);
const MIB = 2 ** 20;

/** The section of docs/benchmarks.md on the memory of a model. */
export function memoryReport(measured: readonly MeasuredWork[], loadBefore: number): string[] {
  const rows = measured.map(({ work, figures: { addedMib, estimatedMib, peakMib } }) => [
    work,
    whole(addedMib),
    whole(estimatedMib),
    (estimatedMib / addedMib).toFixed(2),
    whole(peakMib),
    aimOf(work, peakMib),
  ]);
  return [
    ...takenAt("npm run bench:engine -- --memory"),
    `Load of the machine in the minute before: ${loadBefore.toFixed(1)}; memory does not depend on it.`,
    "Random weights of L12 H12 D768 F2048 with 50,257 tokens, 471 MiB in float32, in a process of its own for each line: a reply of 64 tokens, two texts of",
    "512 tokens, two steps of 4 rows of 256 tokens with a sample between them (LoRA of rank 16 on all projections). Added is what the work adds to the process",
    "without pages of files; estimated is what the engine compares with the memory that is free before it begins; the peak has all pages of files and the program.",
    "",
    ...table(["Work", "Added MiB", "Estimated MiB", "Estimated / added", "Peak MiB", "Aim"], rows),
  ];
}

function aimOf(work: MemoryWork, peakMib: number): string {
  const aim = AIMS.get(work);
  if (aim === undefined) return "";
  return `≤ ${whole(aim / MIB)}: ${peakMib * MIB <= aim ? "met" : "missed"}`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
