import { countOf, formatBytes } from "#components/ui/text/format.ts";
import type { TrainingSource } from "#lib/contract/training/training-data.ts";

/** `refunds.jsonl, 200 rows, 31 kB`: a job's data in one line. */
export function sourceText({ kind, name, rows, bytes }: TrainingSource): string {
  const unit = kind === "groups" ? "group" : "row";
  return [
    nameOf(kind, name),
    ...(rows === null ? [] : [countOf(rows, unit)]),
    ...(bytes === null ? [] : [formatBytes(bytes)]),
  ].join(", ");
}

function nameOf(kind: TrainingSource["kind"], name: string | null): string {
  if (kind === "inline") return "rows in the request";
  if (kind === "groups") return "trajectories in the request";
  if (kind === "dataset") return `dataset ${name}`;
  return name ?? "a deleted file";
}
