import { useQuery } from "@tanstack/react-query";
import { datasetChoicesQuery, datasetQuery } from "#components/datasets/parts/dataset-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { SelectOption } from "#components/ui/field/select.tsx";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { datasetOptions } from "./loop-draft.ts";

/** The datasets to choose from and the one that is chosen, also where it is archived by now, with why no run could build it. */
export function useLoopDataset(chosenId: string | null) {
  const { projectId } = useProject();
  const choices = useQuery(datasetChoicesQuery(projectId));
  const listed = choices.data?.find(({ id }) => id === chosenId);
  const isElsewhere = chosenId !== null && choices.data !== undefined && !listed;
  const one = useQuery({ ...datasetQuery(projectId, chosenId ?? ""), enabled: isElsewhere });
  const other = isElsewhere ? one.data?.dataset : undefined;
  const error = choices.error ?? (isElsewhere ? one.error : null);
  return {
    options: [...datasetOptions(choices.data ?? []), ...(other ? [archivedOption(other)] : [])],
    kind: (listed ?? other)?.kind ?? null,
    isPending: choices.isPending || (isElsewhere && one.isPending),
    fault: error ? explainError(error) : other?.isArchived ? archivedWords(other) : null,
  };
}

function archivedOption({ id, name }: Dataset): SelectOption {
  return { value: id, label: name, help: "archived" };
}

function archivedWords({ name }: Dataset): string {
  return `${name} is archived, so nothing can be built of it. Restore it first, or choose another dataset.`;
}
