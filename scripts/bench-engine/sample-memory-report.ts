import type { SampleMemoryFigures, SampleMemoryLoad } from "./sample-memory.ts";
import { table, takenAt } from "./write-section.ts";

export type MeasuredMemory = Pick<SampleMemoryLoad, "model" | "mode"> & {
  readonly without: SampleMemoryFigures;
  readonly with: SampleMemoryFigures;
};

/** The section of docs/benchmarks.md on what samples cost a job. */
export function sampleMemoryReport(measured: readonly MeasuredMemory[], loadBefore: number): string[] {
  const rows = measured.map((one) => [
    one.model,
    one.mode === "full" ? "in full" : "LoRA of rank 8",
    whole(one.with.weightsMib),
    whole(one.without.peakMib),
    whole(one.with.peakMib),
    ((one.with.peakMib - one.without.peakMib) / one.with.weightsMib).toFixed(1),
    whole(one.with.samplesMs ?? 0),
  ]);
  const head = ["Model", "Trained", "Weights MiB", "Peak MiB without", "Peak MiB with", "Weights held more"];
  return [
    ...takenAt("npm run bench:engine -- --samples"),
    `Load of the machine in the minute before: ${loadBefore.toFixed(1)}; anything above 0.5 makes the times longer, and leaves the memory as it is.`,
    "The most memory that a process has held in six steps of 8 rows of 64 tokens on two threads, with and without samples before and after",
    "each of them: three prompts of 40 tokens, 32 tokens more of each. The shapes are those of spindle-mini and of L8 H8 D512 F1376 with random weights.",
    "What a small model holds more is the runtime's own, whatever the size.",
    "",
    ...table([...head, "Samples ms, middle"], rows),
  ];
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
