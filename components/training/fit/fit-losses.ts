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

/** The loss to learn such rows by: the one that is chosen, as long as it takes them. */
export function fittingLoss(kind: DatasetKind | null, chosen: PreferenceLoss): PreferenceLoss {
  if (kind === null || KINDS_OF_LOSS[chosen].includes(kind)) return chosen;
  return PREFERENCE_LOSSES.find((loss) => KINDS_OF_LOSS[loss][0] === kind) ?? chosen;
}

/** Why a job that needs other data cannot learn from a dataset or a file; null where it can, or nothing is known of it. */
export function misfitWords(
  kind: DatasetKind | null,
  needed: readonly DatasetKind[],
  what: "dataset" | "file" = "dataset",
): string | null {
  if (kind === null || needed.includes(kind)) return null;
  const [wanted = "", ...others] = needed.map((one) => `“${KIND_LABELS[one]}”`);
  const list = [wanted, ...others].join(" or ");
  return `This needs a ${what} of ${list}; the one that is chosen is of “${KIND_LABELS[kind]}”.`;
}
