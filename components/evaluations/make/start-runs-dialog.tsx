"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useStartRuns } from "#components/evaluations/parts/evaluation-queries.ts";
import { explainError, formProblem } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { servedModelsQuery } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { type Evaluation, MAX_SUBJECTS } from "#lib/contract/evaluation/evaluations.ts";
import { subjectOptions, typedSubjects } from "./subject-options.ts";

type StartRunsDialogProps = {
  evaluation: Evaluation;
  /** Checkpoints that are named at first, as they are typed. */
  subjects: string;
  onClose: () => void;
};

const SAMPLES = ["1", "2", "4", "8"];

/** Which models answer, and how often. */
export function StartRunsDialog({ evaluation, subjects: named, onClose }: StartRunsDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const start = useStartRuns(projectId, evaluation.id);
  const models = useQuery(servedModelsQuery);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState(named);
  const [samples, setSamples] = useState("1");
  const [isChecked, setChecked] = useState(false);
  const subjects = [...new Set([...chosen, ...typedSubjects(typed, projectId)])];
  const fault = faultOf(subjects.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault || start.isPending) return;
    start.mutate({ subjects, samples: Number(samples) }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Start runs"
      description={`Each model answers the held-out rows of ${evaluation.datasetName}. Its answers are stored as calls.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={start.isPending}>
            {subjects.length > 1 ? `Start ${subjects.length} runs` : "Start"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {models.data ? (
          <CheckboxGroup
            label="Models"
            values={chosen}
            onFlip={(value) =>
              setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
            }
            options={subjectOptions(
              models.data.map(({ id }) => id),
              projectId,
            )}
            error={isChecked ? fault : null}
            help="A model of the project answers with its newest checkpoint."
          />
        ) : models.error ? (
          <FieldError error={explainError(models.error)} />
        ) : (
          <SkeletonLines label="Loading the models" lines={3} />
        )}
        <Field label="Other checkpoints" help="Names with a step or an alias, separated by commas.">
          {(control) => (
            <Input
              {...control}
              value={typed}
              placeholder="refund-agent:step3, refund-agent:production"
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        {evaluation.sampling.temperature > 0 ? (
          <Field label="Answers to each row">
            {(control) => (
              <Select
                {...control}
                className="w-32!"
                value={samples}
                onValueChange={setSamples}
                options={SAMPLES.map((value) => ({ value, label: value }))}
              />
            )}
          </Field>
        ) : null}
        <FieldError error={formProblem(start.error, [])} />
      </form>
    </Dialog>
  );
}

function faultOf(subjects: number): string | null {
  if (subjects === 0) return "Choose at least one model.";
  return subjects > MAX_SUBJECTS ? `Choose at most ${MAX_SUBJECTS} models at once.` : null;
}
