"use client";

import { Archive, Database, Inbox } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { RequestField } from "#components/project/request-field.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

type NoDatasetsProps = {
  name: string;
  isArchived: boolean;
  /** Whether what programs published stands above the list. */
  hasPublished: boolean;
  onClear: () => void;
};

/** Why the list is empty, and what to do about it. */
export function NoDatasets({ name, isArchived, hasPublished, onClear }: NoDatasetsProps) {
  if (name !== "")
    return (
      <EmptyState
        title={hasPublished ? "No dataset that was made here matches" : "No datasets match"}
        actions={<Button onClick={onClear}>Show all datasets</Button>}
      />
    );
  if (isArchived)
    return (
      <EmptyState
        icon={<Archive />}
        title="No archived datasets"
        actions={<Button onClick={onClear}>Show the datasets</Button>}
      >
        An archived dataset leaves the list. Its versions stay.
      </EmptyState>
    );
  return <NoneYet hasPublished={hasPublished} />;
}

function NoneYet({ hasPublished }: { hasPublished: boolean }) {
  const { entity, project, can } = useProject();
  return (
    <EmptyState
      icon={<Database />}
      title={hasPublished ? "No dataset was made here yet" : "No datasets yet"}
      actions={
        <ButtonLink href={projectHref({ entity, project }, "queues")} variant="primary" icon={<Inbox />}>
          Go to the queues
        </ButtonLink>
      }
    >
      A dataset turns what people answered in a queue into rows to train on, and keeps who said what for each
      row.{" "}
      {can("datasets:write")
        ? "Open a queue and choose “Make a dataset”, or send a recipe:"
        : "An engineer or admin of the project can make one."}
      {can("datasets:write") ? <FirstRecipe /> : null}
    </EmptyState>
  );
}

function FirstRecipe() {
  const { projectId } = useProject();
  const recipe = { sources: [{ kind: "queue", queue_id: "…", use: "corrections" }] };
  const body = { project_id: projectId, name: "corrections", kind: "sft", recipe };
  return <RequestField label="Request that makes a dataset" path="/datasets" body={body} />;
}
