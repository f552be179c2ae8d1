import { countOf } from "#components/ui/text/format.ts";
import { USUAL_BATCH_SIZE, usualEpochs } from "#lib/contract/training/usual-epochs.ts";
import { type JobDraft, pointsOf } from "./job-draft.ts";

/** How much there is to learn from, as far as it is known. */
export type DataSize = {
  /** Rows to learn; null while nobody knows. */
  rows: number | null;
  heldOut: number;
};

/** What a form proposes by the size of its data: enough passes over few rows, and then the step that held-out rows show to be the best. */
export function proposedCourse(
  { rows, heldOut }: DataSize,
  draft: JobDraft,
): Pick<JobDraft, "epochs" | "keep"> {
  const epochs = rows === null ? 1 : usualEpochs(rows, batchSizeOf(draft));
  const isMeasured = heldOut > 0 || draft.validationDataUrl !== null;
  const canChoose = isMeasured && Number(draft.validationEvery || "1") > 0;
  return { epochs: String(epochs), keep: epochs > 1 && canChoose ? "best" : "last" };
}

/** Why so many passes are proposed; null where nobody would ask. */
export function epochsReason({ rows }: Pick<DataSize, "rows">, draft: JobDraft): string | null {
  if (rows === null || rows === 0) return null;
  const batchSize = batchSizeOf(draft);
  const epochs = usualEpochs(rows, batchSize);
  if (epochs === 1) return null;
  const steps = epochs * Math.ceil(rows / batchSize);
  return `${countOf(rows, "row")}: ${countOf(epochs, "epoch")}, ${countOf(steps, "step")}. In one epoch so few rows teach little.`;
}

/** Of several sizes the largest one, whose job has the fewest steps. */
function batchSizeOf(draft: JobDraft): number {
  const sizes = pointsOf(draft).map(({ batchSize }) => batchSize);
  const largest = Math.max(0, ...sizes.filter((size) => Number.isInteger(size) && size > 0));
  return largest === 0 ? USUAL_BATCH_SIZE : largest;
}
