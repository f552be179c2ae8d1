"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { draftFaults, type EvaluationDraft, inputOf } from "#components/evaluations/make/evaluation-draft.ts";
import { EvaluationFields } from "#components/evaluations/make/evaluation-fields.tsx";
import { graderOptions } from "#components/evaluations/make/grader-presets.ts";
import { WatchedModelsField } from "#components/evaluations/make/watched-models-field.tsx";
import { storedGradersQuery, useUpdateEvaluation } from "#components/evaluations/parts/evaluation-queries.ts";
import { metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { formProblem } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { type Evaluation, MAX_WATCHED } from "#lib/contract/evaluation/evaluations.ts";
import { editedGraders } from "./edited-graders.ts";

type EditEvaluationDialogProps = { evaluation: Evaluation; onClose: () => void };

/** What runs by itself, and, until there is a run, what is measured by. */
export function EditEvaluationDialog({ evaluation, onClose }: EditEvaluationDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const { options, chosen } = editedGraders(
    evaluation.graders,
    graderOptions(useQuery(storedGradersQuery(projectId)).data ?? []),
  );
  const [draft, setDraft] = useState<EvaluationDraft>({
    name: evaluation.name,
    datasetId: evaluation.datasetId,
    graders: chosen,
    maxTokens: String(evaluation.sampling.maxTokens),
  });
  const [watched, setWatched] = useState<readonly string[]>(
    evaluation.onCheckpoint.map(({ modelId }) => modelId),
  );
  const [isChecked, setChecked] = useState(false);
  const update = useUpdateEvaluation(projectId, evaluation.id);
  const isFree = evaluation.runCount === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const measures = measuresOf(evaluation, inputOf(draft, options));
    if (watched.length > MAX_WATCHED || (isFree && !measures) || update.isPending) return;
    const input = { onCheckpoint: [...watched], ...(isFree && measures ? { measures } : {}) };
    update.mutate(input, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Edit “${evaluation.name}”`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {isFree ? (
          <EvaluationFields
            draft={draft}
            graders={options}
            faults={isChecked ? draftFaults(draft) : {}}
            error={update.error}
            hasName={false}
            onChange={(part) => setDraft({ ...draft, ...part })}
          />
        ) : (
          <Fixed evaluation={evaluation} />
        )}
        <WatchedModelsField values={watched} known={evaluation.onCheckpoint} onChange={setWatched} />
        {isFree ? null : <FieldError error={formProblem(update.error, [])} />}
      </form>
    </Dialog>
  );
}

/** What the form does not ask for stays as it is; another dataset begins with its newest version. */
function measuresOf(evaluation: Evaluation, input: ReturnType<typeof inputOf>) {
  if (!input) return null;
  const { datasetId, graders, sampling } = input;
  const { version } = evaluation;
  const isSame = datasetId === evaluation.datasetId;
  return {
    datasetId,
    graders,
    sampling: { ...evaluation.sampling, maxTokens: sampling.maxTokens },
    ...(isSame && version !== null ? { version } : {}),
  };
}

function Fixed({ evaluation }: { evaluation: Evaluation }) {
  const { datasetName, version, graders, sampling, runCount } = evaluation;
  const names = ["exact_match", ...graders.map(({ name }) => name)].map(metricLabel).join(", ");
  return (
    <div className="rounded-md border border-line p-3 text-sm">
      <dl className="flex flex-col gap-2">
        <div>
          <dt className="text-muted text-xs">Dataset</dt>
          <dd className="break-words">
            {datasetName}
            {version === null ? ", the newest version at each run" : ` v${version}`}
          </dd>
        </div>
        <div>
          <dt className="text-muted text-xs">Measured</dt>
          <dd className="break-words">
            {names}, in at most {sampling.maxTokens} tokens
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-muted">
        These stay, because {countOf(runCount, "run")} {runCount === 1 ? "was" : "were"} measured by them.
        Make another evaluation to measure by others.
      </p>
    </div>
  );
}
