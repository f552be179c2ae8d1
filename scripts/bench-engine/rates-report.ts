import { PROBE_SECONDS } from "#lib/contract/training/rate-probes.ts";
import type { RateFigures } from "./rates.ts";
import { table, takenAt } from "./write-section.ts";

export type MeasuredRates = {
  readonly job: string;
  readonly start: string;
  readonly seed: number;
  readonly figures: RateFigures;
};

/** The section of docs/benchmarks.md on what a probe proposes. */
export function ratesReport(measured: readonly MeasuredRates[], loadBefore: number): string[] {
  const rows = measured.map(({ job, start, seed, figures: { outcome, steps, risesAt, usual, proposed } }) => [
    job,
    start,
    String(seed),
    outcome === "found" ? String(steps) : `${steps} (${outcome})`,
    risesAt === null ? "" : String(Number(risesAt.toPrecision(2))),
    String(usual.rate),
    usual.loss.toFixed(3),
    String(proposed.rate),
    proposed.loss.toFixed(3),
  ]);
  const kept = measured.filter(({ figures }) => figures.proposed.loss <= figures.usual.loss).length;
  const ratios = measured.map(({ figures }) => Math.log(figures.proposed.loss / figures.usual.loss));
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, ratios.length));
  return [
    ...takenAt("npm run bench:engine -- --rates"),
    `Load of the machine in the minute before: ${loadBefore.toFixed(1)}; so the ${PROBE_SECONDS} seconds of a probe are those of its own processors' time.`,
    "Jobs of spindle-mini (LoRA of rank 16) with the epochs and batch sizes that forms propose, probed as the service does, and then trained whole with the usual rate",
    "and with the proposed one. The loss is that of held-out rows after the last step. Requests are 80 of those of the loop, pairs 120 with the right service and a wrong",
    "one, dialogues 100 first replies, sums 60 of grade school. A start from other requests is a model that learned 240 of them at the usual rate.",
    `In ${kept} of ${measured.length}, the proposed rate gives no greater loss than the usual one; on average its loss is ${mean.toFixed(2)} times that.`,
    "",
    ...table(
      ["Job", "Start", "Seed", "Steps", "Rises at", "Usual rate", "Loss", "Proposed rate", "Loss"],
      rows,
    ),
  ];
}
