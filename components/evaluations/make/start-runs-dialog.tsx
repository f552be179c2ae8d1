"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { useStartRuns } from "#components/evaluations/parts/evaluation-queries.ts";
import { subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { explainError, formProblem } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { servedModelsQuery } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { type Evaluation, type EvaluationRun, MAX_SUBJECTS } from "#lib/contract/evaluation/evaluations.ts";
import { CheckpointPicker } from "./checkpoint-picker.tsx";
import { namedSubjects, subjectOptions } from "./subject-options.ts";
import { useProposedSubjects } from "./use-proposed-subjects.ts";

type StartRunsDialogProps = {
  evaluation: Evaluation;
  /** Those that there are. */
  runs: readonly EvaluationRun[];
  /** Checkpoints that are chosen at first, as an address names them; where it names none, those are that one most likely came for. */
  subjects: string;
  onClose: () => void;
};

const SAMPLES = ["1", "2", "4", "8"];

/** Which models answer, and how often. */
export function StartRunsDialog({ evaluation, runs, subjects: named, onClose }: StartRunsDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const start = useStartRuns(projectId, evaluation.id);
  const models = useQuery(servedModelsQuery);
  const offered = subjectOptions(
    (models.data ?? []).map(({ id }) => id),
    projectId,
  );
  const { added, subjects, flip, add } = useSubjects({ evaluation, runs, named, offered });
  const [samples, setSamples] = useState("1");
  const [isChecked, setChecked] = useState(false);
  const started = useStarted(onClose);
  const fault = faultOf(subjects.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault || start.isPending) return;
    start.mutate({ subjects: [...subjects], samples: Number(samples) }, { onSuccess: started.end });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Start runs"
      // What is measured then stands below it.
      leadsTo={started.leadsTo}
      description={`Each model answers the held-out rows of ${evaluation.datasetName}. Its answers are stored as calls.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={start.isPending}
            // Where the address names a checkpoint, a model is chosen already.
            data-first-focus={added.first.length > 0 ? true : undefined}
          >
            {subjects.length > 1 ? `Start ${subjects.length} runs` : "Start"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {models.data ? (
          <CheckboxGroup
            label="Models"
            values={subjects}
            onFlip={flip}
            options={withAdded(offered, added, projectId)}
            error={isChecked ? fault : null}
            help="A model of the project answers with its newest checkpoint."
          />
        ) : models.error ? (
          <FieldError error={explainError(models.error)} />
        ) : (
          <SkeletonLines label="Loading the models" lines={3} />
        )}
        <CheckpointPicker onPick={add} />
        {evaluation.sampling.temperature > 0 ? (
          <SamplesField samples={samples} onSamples={setSamples} />
        ) : null}
        <FieldError error={formProblem(start.error, [])} />
      </form>
    </Dialog>
  );
}

type SubjectsAsked = Pick<StartRunsDialogProps, "evaluation" | "runs"> & {
  named: string;
  offered: readonly Option[];
};

/** Which checkpoints are offered beside the models, and what is chosen: until somebody chooses, what is proposed. */
function useSubjects({ evaluation, runs, named, offered }: SubjectsAsked) {
  const { projectId } = evaluation;
  const ofAddress = namedSubjects(named, projectId);
  const isWanted = ofAddress.length === 0;
  const proposed = useProposedSubjects({ evaluation, runs, isWanted });
  // Where there is one model only, there is nothing to choose.
  const only = runs.length === 0 && offered.length === 1 ? offered.map(({ value }) => value) : [];
  const first = !isWanted ? ofAddress : proposed.length > 0 ? proposed : only;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const subjects = chosen ?? first;
  return {
    added: { first, picked },
    subjects,
    flip: (one: string) =>
      setChosen(subjects.includes(one) ? subjects.filter((other) => other !== one) : [...subjects, one]),
    add: (one: string) => {
      setPicked([...picked, one]);
      setChosen([...new Set([...subjects, one])]);
    },
  };
}

/** Once runs have started, the page is about them, and is read from its heading. */
function useStarted(onClose: () => void) {
  const isStarted = useRef(false);
  return {
    end: () => {
      isStarted.current = true;
      onClose();
    },
    leadsTo: () => (isStarted.current ? document.querySelector("main h1") : null),
  };
}

type SamplesFieldProps = { samples: string; onSamples: (samples: string) => void };

function SamplesField({ samples, onSamples }: SamplesFieldProps) {
  return (
    <Field label="Answers to each row">
      {(control) => (
        <Select
          {...control}
          className="w-32!"
          value={samples}
          onValueChange={onSamples}
          options={SAMPLES.map((value) => ({ value, label: value }))}
        />
      )}
    </Field>
  );
}

type Option = { value: string; label: string };

type Added = { first: readonly string[]; picked: readonly string[] };

/** The checkpoints that one came for stand before the models, however many these are; those that are added, after them. */
function withAdded(models: readonly Option[], { first, picked }: Added, projectId: string): Option[] {
  const isNew = (subject: string) => models.every(({ value }) => value !== subject);
  const option = (value: string) => ({ value, label: subjectLabel(value, projectId) });
  const added = [...new Set(picked)].filter((one) => !first.includes(one));
  return [...first.filter(isNew).map(option), ...models, ...added.filter(isNew).map(option)];
}

function faultOf(subjects: number): string | null {
  if (subjects === 0) return "Choose at least one model.";
  return subjects > MAX_SUBJECTS ? `Choose at most ${MAX_SUBJECTS} models at once.` : null;
}
