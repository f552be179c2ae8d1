import { KIND_LABELS, METHODS, trainingQuery } from "#components/datasets/parts/dataset-texts.ts";
import { trainingOn } from "#components/datasets/parts/training-on.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset, PublishedDataset } from "#lib/contract/datasets/datasets.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

/** A version to learn from. */
export type ChosenVersion = {
  kind: DatasetKind;
  /** What the address of a job on it says. */
  search: string;
};

/** A dataset to choose for a job. */
export type Trainable = {
  id: string;
  label: string;
  help: string;
  /** Its newest version; null where that has nothing to learn from. */
  version: ChosenVersion | null;
};

type Known = { datasets: readonly Dataset[]; published: readonly PublishedDataset[] };

/** The datasets whose rows a job can learn from, in their order, then those that programs published. */
export function trainables(
  projectId: string,
  { datasets, published }: Known,
  kinds: readonly DatasetKind[],
): Trainable[] {
  const words = (kind: DatasetKind) => (kinds.length > 1 ? `${KIND_LABELS[kind]}, ` : "");
  const own = datasets.flatMap((dataset) => {
    const { id, name, kind, latestVersion } = dataset;
    if (!kinds.includes(kind)) return [];
    const isEmpty = latestVersion === null || latestVersion.counts.train === 0;
    const version = isEmpty ? null : { kind, search: trainingQuery(projectId, dataset, latestVersion) };
    return [{ id, label: name, help: `${words(kind)}${newestWords(dataset)}`, version }];
  });
  const others = published.flatMap(({ kind, lack, ref, name, number, rows }) => {
    const how = kind === null ? undefined : METHODS[kind];
    if (kind === null || !how || !kinds.includes(kind)) return [];
    const version = lack === null ? { kind, search: trainingOn(ref, how) } : null;
    const help = `${words(kind)}v${number} with ${countOf(rows, "row")}, published by a program`;
    return [{ id: ref, label: name, help, version }];
  });
  return [...own, ...others];
}

function newestWords({ latestVersion }: Pick<Dataset, "latestVersion">): string {
  return latestVersion ? `v${latestVersion.number} with ${rowsToLearn(latestVersion)}` : "no version yet";
}

/** `80 rows to learn, 20 held out` */
export function rowsToLearn({ counts: { train, heldOut } }: Pick<DatasetVersion, "counts">): string {
  if (train === 0) return "no rows to train on";
  return `${countOf(train, "row")} to learn${heldOut > 0 ? `, ${formatCount(heldOut)} held out` : ""}`;
}
