import { KIND_LABELS } from "#components/datasets/parts/dataset-texts.ts";
import { KINDS_OF_LOSS } from "#lib/contract/datasets/kinds-of-loss.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { PREFERENCE_LOSSES, type PreferenceLoss } from "#lib/contract/training/preference-config.ts";

/** The losses to choose from: those that learn from data of this kind, all where it is not known, and the one that is chosen already. */
export function fitLosses(kind: DatasetKind | null, chosen: PreferenceLoss): PreferenceLoss[] {
  return PREFERENCE_LOSSES.filter(
    (loss) => kind === null || loss === chosen || KINDS_OF_LOSS[loss].includes(kind),
  );
}

/** Why a job that needs other data cannot learn from a dataset; null where it can, or nothing is known of it. */
export function misfitWords(kind: DatasetKind | null, needed: readonly DatasetKind[]): string | null {
  if (kind === null || needed.includes(kind)) return null;
  const [wanted = "", ...others] = needed.map((one) => `“${KIND_LABELS[one]}”`);
  const list = [wanted, ...others].join(" or ");
  return `This needs a dataset of ${list}; the one that is chosen is of “${KIND_LABELS[kind]}”.`;
}
