"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, MessageSquare, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { EvaluationCurves } from "#components/evaluations/curves/evaluation-curves.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { ModelAliases } from "#components/models/aliases/model-aliases.tsx";
import { ModelCheckpoints } from "#components/models/checkpoints/model-checkpoints.tsx";
import { ModelLineage } from "#components/models/lineage/model-lineage.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { MODELS_KEY, modelQuery } from "#components/run/queries/model-queries.ts";
import { ALL_JOBS } from "#components/run/queries/training-queries.ts";
import { JobTable } from "#components/training/jobs/job-table.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { DeleteModel } from "./delete-model.tsx";
import { ModelOverview } from "./model-overview.tsx";

/** One model: what it is, its checkpoints and its jobs. */
export function ModelPage({ modelId }: { modelId: string }) {
  const { entity, project, can } = useProject();
  const mayRead = can("models:read");
  const model = useQuery({ ...modelQuery(modelId), enabled: mayRead });
  const client = useQueryClient();
  useProjectLive(
    ["models", "jobs", "evaluations", "datasets"],
    () => void client.invalidateQueries({ queryKey: MODELS_KEY }),
  );
  const listHref = projectHref({ entity, project }, "models");
  if (!mayRead)
    return (
      <NoAccess isPage title="Models are not open to annotators">
        Your work is in the queues.
      </NoAccess>
    );
  if (model.data) return <LoadedModel model={model.data} listHref={listHref} />;
  if (model.error instanceof ApiError && model.error.status === 404)
    return (
      <EmptyState
        isPage
        title="This model does not exist"
        actions={<ButtonLink href={listHref}>See the models</ButtonLink>}
      >
        It may have been deleted.
      </EmptyState>
    );
  if (model.error) return <QueryError title="The model could not be loaded" query={model} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the model" lines={6} />
    </div>
  );
}

function LoadedModel({ model, listHref }: { model: ModelWithSteps; listHref: string }) {
  const { can } = useProject();
  const { get, replace } = useSearchState();
  useDocumentName(model.name);
  const tabs = [
    { value: "overview", label: "Overview", content: <ModelOverview model={model} /> },
    {
      value: "checkpoints",
      label: "Checkpoints",
      count: model.checkpointCount,
      content: <ModelCheckpoints model={model} />,
    },
    ...(can("evaluations:read")
      ? [{ value: "evaluations", label: "Evaluations", content: <EvaluationCurves modelId={model.id} /> }]
      : []),
    { value: "aliases", label: "Aliases", content: <ModelAliases model={model} /> },
    { value: "jobs", label: "Jobs", content: <ModelJobs model={model} /> },
    { value: "lineage", label: "Lineage", content: <ModelLineage model={model} /> },
  ];
  return (
    <>
      <PageHeader
        title={model.name}
        back={
          <ButtonLink href={listHref} variant="ghost" size="sm" icon={<ArrowLeft />}>
            Models
          </ButtonLink>
        }
        meta={
          <>
            <span>from {model.baseModel}</span>
            {model.unendedJobs > 0 ? <Badge tone="accent">Training</Badge> : null}
          </>
        }
        actions={<ModelActions model={model} listHref={listHref} />}
      />
      <Tabs
        label="Parts of the model"
        tabs={tabs}
        value={get("tab") ?? "overview"}
        onValueChange={(tab) => replace({ tab: tab === "overview" ? null : tab })}
        className="flex-1"
        panelClassName="flex min-h-0 flex-1 flex-col"
      />
    </>
  );
}

function ModelActions({ model, listHref }: { model: ModelWithSteps; listHref: string }) {
  const { entity, project, can } = useProject();
  const [isDeleting, setDeleting] = useState(false);
  const href = (segment: string) => projectHref({ entity, project }, ...segment.split("/"));
  return (
    <>
      {can("models:write") ? (
        <Button icon={<Trash2 />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      ) : null}
      {can("chat:create") ? (
        <ButtonLink
          icon={<MessageSquare />}
          href={`${href("chat")}?model=${encodeURIComponent(chatNameOf(model))}`}
        >
          Chat
        </ButtonLink>
      ) : null}
      {can("training:write") ? (
        <TrainLink href={`${href("training/new")}?model=${encodeURIComponent(model.id)}`} />
      ) : null}
      <DeleteModel model={model} listHref={listHref} open={isDeleting} onOpenChange={setDeleting} />
    </>
  );
}

function TrainLink({ href }: { href: string }) {
  return (
    <ButtonLink variant="primary" icon={<Play />} href={href}>
      Train
    </ButtonLink>
  );
}

function ModelJobs({ model }: { model: ModelWithSteps }) {
  const { entity, project, can } = useProject();
  const href = `${projectHref({ entity, project }, "training", "new")}?model=${encodeURIComponent(model.id)}`;
  return (
    <JobTable
      filter={{ ...ALL_JOBS, modelId: model.id }}
      nameOf={() => model.name}
      empty={
        <EmptyState
          title="Not trained yet"
          actions={can("training:write") ? <TrainLink href={href} /> : null}
        >
          It answers like {model.baseModel} does.
        </EmptyState>
      }
    />
  );
}
