import { countOf, formatCount } from "#components/ui/text/format.ts";
import { usualKeep } from "#lib/contract/training/usual-course.ts";
import {
  USUAL_BATCH_SIZE,
  USUAL_PREFERENCE_BATCH_SIZE,
  USUAL_PREFERENCE_EPOCHS,
  usualEpochs,
  usualPreferenceEpochs,
} from "#lib/contract/training/usual-epochs.ts";
import type { CourseDraft } from "./course-draft.ts";
import { type JobDraft, jobDraftFaults, pointsOf } from "./job-draft.ts";
import { type PreferenceDraft, preferenceFaults } from "./preference-draft.ts";

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
  const keep = usualKeep({ isOften: epochs > 1, isMeasured: isMeasured(heldOut, draft) });
  return { epochs: String(epochs), keep };
}

/** The same for preferences, of which few rows are read often. */
export function proposedPreferenceCourse(
  { rows, heldOut }: DataSize,
  draft: PreferenceDraft,
): Pick<PreferenceDraft, "epochs" | "keep"> {
  const epochs = rows === null ? USUAL_PREFERENCE_EPOCHS : usualPreferenceEpochs(rows, rowsPerStep(draft));
  const isOften = epochs > USUAL_PREFERENCE_EPOCHS;
  return { epochs: String(epochs), keep: usualKeep({ isOften, isMeasured: isMeasured(heldOut, draft) }) };
}

/** Whether held-out rows say which step is the best. */
function isMeasured(
  heldOut: number,
  draft: Pick<CourseDraft, "validationDataUrl" | "validationEvery">,
): boolean {
  const isThere = heldOut > 0 || draft.validationDataUrl !== null;
  return isThere && Number(draft.validationEvery || "1") > 0;
}

/** Why so many passes are proposed; null where nobody would ask, and beside a number that cannot be used. Of `rows`, so many are left out; null while nobody knows, and then steps are not counted. */
export function epochsReason(
  { rows, leftOut }: Pick<DataSize, "rows"> & { leftOut: number | null },
  draft: JobDraft,
): string | null {
  if (rows === null || rows === 0) return null;
  const batchSize = batchSizeOf(draft);
  const epochs = usualEpochs(rows, batchSize);
  if (epochs === 1 || jobDraftFaults(draft).epochs) return null;
  const steps =
    leftOut === null ? "" : `, ${countOf(epochs * Math.ceil((rows - leftOut) / batchSize), "step")}`;
  const learned = leftOut ? `${formatCount(rows - leftOut)} of ` : "";
  const whose = `${learned}${countOf(rows, "row")}`;
  return `${forRows(whose, { epochs, draft })}: ${countOf(epochs, "epoch")}${steps}. In one epoch so few rows teach little.`;
}

/** Why preferences are proposed to be read so often; null where it is as often as usual. */
export function preferenceEpochsReason(
  { rows }: Pick<DataSize, "rows">,
  draft: PreferenceDraft,
): string | null {
  if (rows === null || rows === 0) return null;
  const epochs = usualPreferenceEpochs(rows, rowsPerStep(draft));
  if (epochs <= USUAL_PREFERENCE_EPOCHS || preferenceFaults(draft).epochs) return null;
  return `${forRows(countOf(rows, "row"), { epochs, draft })}: ${countOf(epochs, "epoch")}. In ${USUAL_PREFERENCE_EPOCHS} epochs so few rows hardly move the model.`;
}

/** Beside a number that somebody typed, it is said that this one is another. */
function forRows(rows: string, { epochs, draft }: { epochs: number; draft: { epochs: string } }): string {
  return Number(draft.epochs) === epochs ? rows : `Proposed for ${rows}`;
}

function rowsPerStep({ batchSize }: PreferenceDraft): number {
  const size = Number(batchSize);
  return Number.isInteger(size) && size > 0 ? size : USUAL_PREFERENCE_BATCH_SIZE;
}

/** Of several sizes the largest one, whose job has the fewest steps. */
function batchSizeOf(draft: JobDraft): number {
  const sizes = pointsOf(draft).map(({ batchSize }) => batchSize);
  const largest = Math.max(0, ...sizes.filter((size) => Number.isInteger(size) && size > 0));
  return largest === 0 ? USUAL_BATCH_SIZE : largest;
}
