import { versionRef } from "#components/datasets/parts/dataset-texts.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { RlDraft } from "./rl-draft.ts";

/** The version whose prompts are asked, as jobs name it; null while none is chosen. */
export function promptsRef(
  projectId: string,
  { datasetId, version }: Pick<RlDraft, "datasetId" | "version">,
  datasets: readonly Dataset[],
): string | null {
  const dataset = datasets.find(({ id }) => id === datasetId);
  const number = version ?? dataset?.latestVersion?.number;
  return dataset && number !== undefined ? versionRef(projectId, dataset, { number }) : null;
}
