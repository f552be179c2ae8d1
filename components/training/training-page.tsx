"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, TrendingDown } from "lucide-react";
import { projectHref } from "#components/layout/navigation.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { modelChoicesQuery } from "#components/models/model-queries.ts";
import { NoAccess } from "#components/projects/no-access.tsx";
import { useProject } from "#components/projects/project-context.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { JobTable } from "./job-table.tsx";

/** The training jobs of a project. */
export function TrainingPage() {
  const { can } = useProject();
  if (can("training:read")) return <Jobs />;
  return (
    <>
      <PageHeader title="Training" />
      <NoAccess title="Training is not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

function Jobs() {
  const { projectId } = useProject();
  const models = useQuery(modelChoicesQuery(projectId));
  const names = new Map(models.data?.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHeader title="Training" actions={<NewJobLink />} />
      <JobTable
        modelId={null}
        nameOf={(modelId) => names.get(modelId) ?? (models.data ? "a deleted model" : "")}
        empty={<NoJobs />}
      />
    </>
  );
}

function NewJobLink() {
  const { entity, project, can } = useProject();
  if (!can("training:write")) return null;
  const href = projectHref({ entity, project }, "training", "new");
  return (
    <ButtonLink href={href} variant="primary" icon={<Plus />}>
      New training job
    </ButtonLink>
  );
}

function NoJobs() {
  const { can } = useProject();
  return (
    <EmptyState icon={<TrendingDown />} title="No training jobs yet" actions={<NewJobLink />}>
      A job teaches a model from a file of example conversations, and leaves a checkpoint that answers as they
      do.
      {can("training:write") ? null : " An engineer or admin of the project can start one."}
    </EmptyState>
  );
}
