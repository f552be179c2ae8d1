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
import {
  type DataSize,
  preferenceEpochsReason,
  proposedPreferenceCourse,
} from "#components/run/queries/proposed-course.ts";
import { preferenceCheckQuery, useStartPreferenceJob } from "#components/run/queries/training-queries.ts";
import type { Start } from "#components/training/parts/use-start.ts";
import { preferenceProbe } from "#components/training/probe/probe-input.ts";
import { useSettled } from "#components/ui/use-settled.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { type RatedModel, ratedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";

type Given = {
  model: ModelWithSteps;
  dataUrl: string | null;
  like: TrainingJob | null;
  start: Start;
  /** How much there is to learn from, and whether that is known. */
  size: DataSize & { isKnown: boolean };
  /** That the data need, where it is not the usual one. */
  loss: PreferenceLoss | null;
  /** Nothing is asked of the service while another method is chosen. */
  isShown: boolean;
};

/** What was filled in for a preference job, what the service says to it, and the start. */
export function usePreferenceJob({ model, dataUrl, like, start: from, size, loss, isShown }: Given) {
  const { entity, project } = useProject();
  const router = useRouter();
  const course = useCourse({ like, loss, rated: ratedModel(model), size });
  const draft = { ...course.draft, startStep: from.step };
  const [isChecked, setChecked] = useState(false);
  const isKnown = from.isKnown && course.isKnown;
  const input = isKnown ? preferenceInput(model.id, dataUrl, draft) : null;
  const usualRate = usualLearningRate("preference", ratedModel(model));
  const probe = preferenceProbe({ modelId: model.id, dataUrl: isKnown ? dataUrl : null, usualRate }, draft);
  const start = useStartPreferenceJob();
  const check = useQuery(preferenceCheckQuery(useSettled(isShown ? input : null)));
  const change = (part: Partial<PreferenceDraft>) => {
    course.change(part);
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
  return {
    ...{ from, isKnown, reason: course.reason, draft, isChecked, input, probe, usualRate },
    ...{ check, start, change, submit },
  };
}

type Course = { rated: RatedModel } & Pick<Given, "like" | "loss" | "size">;

/** The draft, in which epochs and the step to keep follow the data, and the rate the model, until somebody chooses them; of a job that is repeated they are chosen. */
function useCourse({ like, loss, rated, size }: Course) {
  const isGiven = like?.kind === "preference";
  const [typed, setTyped] = useState(() =>
    isGiven
      ? preferenceDraftOf(like, rated)
      : { ...newPreferenceDraft(rated), ...(loss ? usualOf(loss) : {}) },
  );
  const [chosen, setChosen] = useState({ epochs: isGiven, keep: isGiven, learningRate: isGiven });
  const proposed = proposedPreferenceCourse(size, typed);
  const draft: PreferenceDraft = {
    ...typed,
    ...(chosen.epochs ? {} : { epochs: proposed.epochs }),
    ...(chosen.keep ? {} : { keep: proposed.keep }),
    ...(chosen.learningRate ? {} : { learningRate: newPreferenceDraft(rated).learningRate }),
  };
  const change = (part: Partial<PreferenceDraft>) => {
    // What comes later, such as the end of an upload, knows nothing of what was typed since.
    setTyped((before) => ({ ...before, ...part }));
    setChosen(({ epochs, keep, learningRate }) => ({
      epochs: epochs || "epochs" in part,
      keep: keep || "keep" in part,
      learningRate: learningRate || "learningRate" in part,
    }));
  };
  return {
    draft,
    change,
    isKnown: isGiven || size.isKnown,
    // Beside what a repeated job was given, other numbers would read as its own.
    reason: isGiven ? null : preferenceEpochsReason(size, draft),
  };
}
