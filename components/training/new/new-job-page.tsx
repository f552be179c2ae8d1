"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Boxes } from "lucide-react";
import { useState } from "react";
import { useRefreshDatasets } from "#components/datasets/parts/dataset-queries.ts";
import { graderOptions } from "#components/evaluations/make/grader-presets.ts";
import { storedGradersQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { CreateModelDialog } from "#components/models/page/create-model-dialog.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { MODELS_KEY, modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { jobQuery } from "#components/run/queries/training-queries.ts";
import { stepIn } from "#components/run/state/step-in.ts";
import { datasetIn } from "#components/training/data/given-dataset.ts";
import { rlRunQuery } from "#components/training/rl/rl-queries.ts";
import { draftOfRun } from "#components/training/rl-form/draft-of-run.ts";
import type { GivenPrompts } from "#components/training/rl-form/use-rl-run.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { JOB_KINDS } from "#lib/contract/training/job-states.ts";
import { proposedModel } from "./model-field.tsx";
import { NewJobForm } from "./new-job-form.tsx";
import { useTeachable } from "./use-teachable.ts";

/** Where training jobs are put together. `?method=` is their kind, `?model=` names the model by its id, `?step=` one of its checkpoints, `?new_model=` proposes one of that name where there is none, `?like=` a job to begin from (with `?step=`, from another checkpoint than its own), `?data=` the version of a dataset that is chosen, `?dataset=` and `?version=` the one whose prompts a reinforcement run asks, `?run=` a run whose settings another one is to have. */
export function NewJobPage() {
  const { entity, project, can } = useProject();
  return (
    <>
      <PageHeader
        title="New training job"
        back={
          <ButtonLink
            href={projectHref({ entity, project }, "training")}
            variant="ghost"
            size="sm"
            icon={<ArrowLeft />}
          >
            Training
          </ButtonLink>
        }
      />
      {can("training:write") ? (
        <LoadedForm />
      ) : (
        <NoAccess title="Your role cannot start training jobs">
          Engineers and admins of the project can.
        </NoAccess>
      )}
    </>
  );
}

function LoadedForm() {
  const { projectId } = useProject();
  const { get } = useSearchState();
  // What another page read a moment ago may be older than the end of a job.
  const models = useQuery({ ...modelChoicesQuery(projectId), refetchOnMount: "always" });
  useRefreshes(projectId);
  const teachable = useTeachable(models.data, get("data"));
  const likeId = get("like");
  const like = useQuery({ ...jobQuery(likeId ?? ""), enabled: likeId !== null });
  const ofRun = useDraftOfRun(get("run"));
  if (like.error) return <QueryError title="The job to repeat could not be loaded" query={like} />;
  if (models.error) return <QueryError title="The models could not be loaded" query={models} />;
  if (ofRun.error) return <QueryError title="The run to repeat could not be loaded" query={ofRun} />;
  const isReading = (likeId !== null && !like.data) || ofRun.isLoading;
  if (!models.data || teachable === undefined || isReading)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the models" lines={6} />
      </div>
    );
  const [newest] = teachable.models;
  const proposed = get("new_model");
  if (!newest) return <NoModel name={proposed} />;
  const wanted = like.data?.modelId ?? get("model");
  const asked = models.data.find(({ id, name }) => (wanted === null ? name === proposed : id === wanted));
  // Only rows can be given again here; rewarded groups come from programs.
  const repeated = like.data && like.data.kind !== "rl" ? like.data : null;
  return (
    <NewJobForm
      models={models.data}
      initialModel={asked ?? newest}
      like={repeated}
      dataset={datasetIn(get)}
      prompts={ofRun.draft ?? promptsIn(get)}
      method={JOB_KINDS.find((kind) => kind === get("method")) ?? "sft"}
      startStep={asked ? stepIn(get("step")) : null}
      newModel={asked ? null : proposed}
      taught={teachable.taught}
    />
  );
}

/** The form of a reinforcement run like another one. */
function useDraftOfRun(runId: string | null) {
  const { projectId } = useProject();
  const enabled = runId !== null;
  const run = useQuery({ ...rlRunQuery(projectId, runId ?? ""), enabled });
  const stored = useQuery({ ...storedGradersQuery(projectId), enabled });
  const isLoading = run.isLoading || stored.isLoading;
  const draft = run.data && !isLoading ? draftOfRun(run.data.run, graderOptions(stored.data ?? [])) : null;
  return { ...run, isLoading, draft };
}

/** Jobs end and add checkpoints while the form is open, and what somebody retracts is a change of datasets. */
function useRefreshes(projectId: string): void {
  const client = useQueryClient();
  const refreshDatasets = useRefreshDatasets(projectId);
  useProjectLive(
    ["models", "jobs", "datasets"],
    () => void client.invalidateQueries({ queryKey: MODELS_KEY }),
  );
  useProjectLive(["datasets"], () => void refreshDatasets());
}

/** A model is made here, so that what the page was opened with, such as a dataset, stays chosen. */
function NoModel({ name }: { name: string | null }) {
  const { can } = useProject();
  const mayCreate = can("models:write");
  const [isCreating, setCreating] = useState(mayCreate);
  return (
    <>
      <EmptyState
        icon={<Boxes />}
        title="No model to train yet"
        actions={
          mayCreate ? (
            <Button variant="primary" onClick={() => setCreating(true)}>
              Create a model
            </Button>
          ) : null
        }
      >
        {mayCreate ? "Create a model first, then train it here." : "Somebody must create a model first."}
      </EmptyState>
      {isCreating ? (
        <CreateModelDialog
          {...firstModel(name)}
          onClose={() => setCreating(false)}
          onCreated={() => setCreating(false)}
        />
      ) : null}
    </>
  );
}

/** People who come here want to train, so the dialog is open at once. */
function firstModel(name: string | null): ReturnType<typeof proposedModel> {
  if (name !== null) return proposedModel(name);
  return { reason: "Training needs a model to teach. The form of the job comes next, with what you chose." };
}

function promptsIn(get: (name: string) => string | null): GivenPrompts | null {
  const datasetId = get("dataset");
  return datasetId === null ? null : { datasetId, version: stepIn(get("version")) };
}
