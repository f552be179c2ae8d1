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
import type { Start } from "#components/training/parts/use-start.ts";
import { useSettled } from "#components/ui/use-settled.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type Given = {
  model: ModelWithSteps;
  dataUrl: string | null;
  like: TrainingJob | null;
  start: Start;
  /** That the data need, where it is not the usual one. */
  loss: PreferenceLoss | null;
  /** Nothing is asked of the service while another method is chosen. */
  isShown: boolean;
};

/** What was filled in for a preference job, what the service says to it, and the start. */
export function usePreferenceJob({ model, dataUrl, like, start: from, loss, isShown }: Given) {
  const { entity, project } = useProject();
  const router = useRouter();
  const { mode } = model.training;
  const [typed, setTyped] = useState(() =>
    like?.kind === "preference"
      ? preferenceDraftOf(like, mode)
      : { ...newPreferenceDraft(mode), ...(loss ? usualOf(loss) : {}) },
  );
  const draft = { ...typed, startStep: from.step };
  const [isChecked, setChecked] = useState(false);
  const input = from.isKnown ? preferenceInput(model.id, dataUrl, draft) : null;
  const start = useStartPreferenceJob();
  const check = useQuery(preferenceCheckQuery(useSettled(isShown ? input : null)));
  const change = (part: Partial<PreferenceDraft>) => {
    setTyped({ ...typed, ...part });
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
  return { from, draft, isChecked, input, check, start, change, submit };
}
