import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { usualOf } from "#components/run/queries/preference-draft.ts";
import { datasetIn, NO_DATASET } from "#components/training/data/given-dataset.ts";
import type { ChosenVersion } from "#components/training/data/trainable.ts";
import { fittingLoss } from "#components/training/fit/fit-losses.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import type { useNewJob } from "./use-new-job.ts";
import type { usePreferenceJob } from "./use-preference-job.ts";

type Forms = { form: ReturnType<typeof useNewJob>; preference: ReturnType<typeof usePreferenceJob> };

/** What follows from choosing data: the address names the version, as a link to the form does, and what its rows need is set. */
export function useChosenData({ form, preference }: Forms) {
  const { get, replace } = useSearchState();
  const fitLoss = (kind: DatasetKind | null) => {
    const { loss } = preference.draft;
    const fitting = fittingLoss(kind, loss);
    preference.change(fitting === loss ? {} : usualOf(fitting));
  };
  return {
    chooseDataset: ({ search, kind }: ChosenVersion) => {
      const said = new Map(new URLSearchParams(search));
      const model = form.model.id;
      // A step is of one model alone.
      const step = get("model") === model ? get("step") : null;
      replace({ ...NO_DATASET, ...Object.fromEntries(said), new_model: null, model, step });
      form.data.setFile(null);
      const given = datasetIn((name) => said.get(name) ?? null);
      form.change({ assistantTurns: given?.learnsLastReply ? "last" : "all" });
      fitLoss(kind);
    },
    dropDataset: () => replace(NO_DATASET),
    setFile: (file: UploadedFile | null) => {
      form.data.setFile(file);
      form.change({});
      fitLoss(file?.kind ?? null);
    },
  };
}
