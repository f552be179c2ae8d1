import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  draftOfJob,
  type JobDraft,
  type JobInput,
  jobInputs,
  newDraft,
  usualRate,
} from "#components/run/queries/job-draft.ts";
import { epochsReason, proposedCourse } from "#components/run/queries/proposed-course.ts";
import { sftCheckQuery } from "#components/run/queries/training-queries.ts";
import type { GivenDataset } from "#components/training/data/given-dataset.ts";
import { useDataSize } from "#components/training/parts/use-data-size.ts";
import { type FirstStart, useStart } from "#components/training/parts/use-start.ts";
import { sftProbe } from "#components/training/probe/probe-input.ts";
import { useSettled } from "#components/ui/use-settled.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";
import { type RatedModel, ratedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import { useStartJobs } from "./use-start-jobs.ts";

/** What the form begins with. */
type Given = {
  models: readonly ModelWithSteps[];
  like: TrainingJob | null;
  named: GivenDataset | null;
  startStep: number | null;
  /** Nothing is asked of the service while another method is chosen. */
  isShown: boolean;
};

/** What was filled in, what the service says to it, and the start. */
export function useNewJob(initialModel: ModelWithSteps, { models, like, named, startStep, isShown }: Given) {
  const [chosenModel, setModel] = useState(initialModel);
  // As it is by now: jobs end and add checkpoints while the form is open.
  const model = models.find(({ id }) => id === chosenModel.id) ?? chosenModel;
  const data = useJobData(like, named);
  const { dataUrl } = data;
  const from = useStart(model.id, firstStart(startStep, like));
  const course = useCourse(() => firstDraft({ like, named, rated: ratedModel(initialModel) }), {
    isGiven: like?.kind === "sft",
    size: useDataSize(model.id, data),
  });
  const draft = { ...course.draft, startStep: from.step };
  const [isChecked, setChecked] = useState(false);
  const isKnown = from.isKnown && course.isKnown;
  const inputs = isKnown ? jobInputs(model.id, dataUrl, draft) : [];
  const usual = usualLearningRate("sft", ratedModel(model));
  const probe = sftProbe({ modelId: model.id, dataUrl: isKnown ? dataUrl : null, usualRate: usual }, draft);
  const start = useStartJobs(model);
  // Of several jobs the first one is looked at: they have the same data.
  const check = useQuery(sftCheckQuery(useSettled(isShown ? checkInput(inputs[0]) : null)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    start.begin(inputs);
  };
  const chooseModel = (chosen: ModelWithSteps | undefined) => {
    if (!chosen) return;
    setModel(chosen);
    // A rate that was typed stays; one that was only proposed follows the model.
    const isProposed = draft.learningRate === usualRate(ratedModel(model));
    if (isProposed) course.change({ learningRate: usualRate(ratedModel(chosen)) });
  };
  const change = (part: Partial<JobDraft>) => {
    course.change(part);
    start.reset();
  };
  const { size } = course;
  const leftOut = check.data ? leftOutOf(check.data) : null;
  // Beside what a repeated job was given, other numbers would read as its own.
  const reason = like?.kind === "sft" ? null : epochsReason({ rows: size.rows, leftOut }, draft);
  return {
    ...{ model, dataUrl, from, draft, reason, size, isKnown, isChecked, inputs, check, probe },
    start,
    submit,
    chooseModel,
    data,
    change,
  };
}

/** What learned nothing is repeated from where it started: what came of it is no start. */
function firstStart(startStep: number | null, like: TrainingJob | null): FirstStart {
  const isDead = like?.health === "dead";
  return {
    chosen: startStep ?? (isDead ? null : (like?.startStep ?? null)),
    proposed: isDead ? { modelId: like.modelId, step: like.startedFromStep } : null,
  };
}

/** What a job learns from: the data of the job that it is like, the version of a dataset that the address names, or a file. */
function useJobData(like: TrainingJob | null, named: GivenDataset | null) {
  const [file, setFile] = useState<UploadedFile | null>(null);
  const [sameData, setSameData] = useState(like?.source.isAvailable && !named ? like : null);
  const dataset = named?.ref ?? null;
  return {
    file,
    setFile,
    sameData,
    dropSameData: () => setSameData(null),
    dataset,
    holdsOut: named?.holdsOut ?? false,
    dataUrl: sameData ? `job:${sameData.id}` : (dataset ?? file?.trainingDataUrl ?? null),
  };
}

type First = {
  like: TrainingJob | null;
  named: GivenDataset | null;
  rated: RatedModel;
};

function firstDraft({ like, named, rated }: First): JobDraft {
  if (like?.kind === "sft") return draftOfJob(like, rated);
  return { ...newDraft(rated), assistantTurns: named?.learnsLastReply ? "last" : "all" };
}

type Course = { isGiven: boolean; size: ReturnType<typeof useDataSize> };

/** The draft, in which epochs and the step to keep follow the data until somebody chooses them; of a job that is repeated they are chosen. */
function useCourse(first: () => JobDraft, { isGiven, size }: Course) {
  const [typed, setTyped] = useState(first);
  const [chosen, setChosen] = useState({ epochs: isGiven, keep: isGiven });
  const proposed = proposedCourse(size, typed);
  const draft: JobDraft = {
    ...typed,
    ...(chosen.epochs ? {} : { epochs: proposed.epochs }),
    ...(chosen.keep ? {} : { keep: proposed.keep }),
  };
  const change = (part: Partial<JobDraft>) => {
    // What comes later, such as the end of an upload, knows nothing of what was typed since.
    setTyped((before) => ({ ...before, ...part }));
    setChosen(({ epochs, keep }) => ({ epochs: epochs || "epochs" in part, keep: keep || "keep" in part }));
  };
  return { draft, change, size, isKnown: size.isKnown };
}

/** Rows that teach nothing; null where only a part of large data was read. */
function leftOutOf({ isEstimated, tooLongRows, untrainableRows }: SftCheck): number | null {
  return isEstimated ? null : tooLongRows + untrainableRows;
}

/** What is said of a job does not change what it does, so it is not checked again. */
function checkInput(input: JobInput | undefined) {
  if (!input) return null;
  const { modelId, trainingDataUrl, validationDataUrl, config, startStep } = input;
  return {
    ...{ modelId, trainingDataUrl, config },
    ...(validationDataUrl === undefined ? {} : { validationDataUrl }),
    ...(startStep === undefined ? {} : { startStep }),
  };
}
