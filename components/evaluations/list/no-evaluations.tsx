"use client";

import { Archive, Database, Gauge } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { RequestField } from "#components/project/request-field.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

type NoEvaluationsProps = { name: string; isArchived: boolean; onClear: () => void };

/** Why the list is empty, and what to do about it. */
export function NoEvaluations({ name, isArchived, onClear }: NoEvaluationsProps) {
  if (name === "" && isArchived)
    return (
      <EmptyState
        icon={<Archive />}
        title="No archived evaluations"
        actions={<Button onClick={onClear}>Show the evaluations</Button>}
      />
    );
  if (name === "") return <NoneYet />;
  return (
    <EmptyState
      title="No evaluations match"
      actions={<Button onClick={onClear}>Show all evaluations</Button>}
    />
  );
}

function NoneYet() {
  const { entity, project, can } = useProject();
  return (
    <EmptyState
      icon={<Gauge />}
      title="No evaluations yet"
      actions={
        <ButtonLink href={projectHref({ entity, project }, "datasets")} icon={<Database />}>
          Go to the datasets
        </ButtonLink>
      }
    >
      An evaluation asks models the questions that a dataset holds out, scores the answers, and says which
      differences are more than chance.{" "}
      {can("evaluations:write")
        ? "Choose “New evaluation”, or send:"
        : "An engineer or admin of the project can make one."}
      {can("evaluations:write") ? <FirstRequest /> : null}
    </EmptyState>
  );
}

function FirstRequest() {
  const { projectId } = useProject();
  const body = { project_id: projectId, name: "Intents", dataset_id: "…" };
  return <RequestField label="Request that makes an evaluation" path="/evaluations" body={body} />;
}
