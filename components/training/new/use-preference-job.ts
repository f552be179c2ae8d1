import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import {
  newPreferenceDraft,
  type PreferenceDraft,
  preferenceDraftOf,
  preferenceInput,
  usualOf,
} from "#components/run/queries/preference-draft.ts";
import { preferenceCheckQuery, useStartPreferenceJob } from "#components/run/queries/training-queries.ts";
import { useSettled } from "#components/ui/use-settled.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type Given = {
  model: ModelWithSteps;
  dataUrl: string | null;
  like: TrainingJob | null;
  startStep: number | null;
  /** That the data need, where it is not the usual one. */
  loss: PreferenceLoss | null;
  /** Nothing is asked of the service while another method is chosen. */
  isShown: boolean;
};

/** What was filled in for a preference job, what the service says to it, and the start. */
export function usePreferenceJob({ model, dataUrl, like, startStep, loss, isShown }: Given) {
  const { entity, project } = useProject();
  const router = useRouter();
  const { mode } = model.training;
  const [draft, setDraft] = useState(() =>
    like?.kind === "preference"
      ? preferenceDraftOf(like, mode, startStep ?? like.startStep)
      : { ...newPreferenceDraft(mode), ...(loss ? usualOf(loss) : {}), startStep },
  );
  const [isChecked, setChecked] = useState(false);
  const input = preferenceInput(model.id, dataUrl, draft);
  const start = useStartPreferenceJob();
  const check = useQuery(preferenceCheckQuery(useSettled(isShown ? input : null)));
  const change = (part: Partial<PreferenceDraft>) => {
    setDraft({ ...draft, ...part });
    start.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!input || start.isPending) return;
    start.mutate(input, {
      onSuccess: ({ id }) => router.push(projectHref({ entity, project }, "training", id)),
    });
  };
  return { draft, isChecked, input, check, start, change, submit };
}
