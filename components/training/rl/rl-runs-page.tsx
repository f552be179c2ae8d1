"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus, Repeat } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { listProps } from "#components/layout/state/list-props.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { TrainingTabs } from "#components/training/jobs/training-tabs.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import type { RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { rlRunListQuery, useRefreshRlRuns } from "./rl-queries.ts";
import { runWords } from "./rl-words.ts";

/** The reinforcement runs of a project. */
export function RlRunsPage() {
  const { can } = useProject();
  if (can("training:read")) return <Runs />;
  return (
    <>
      <PageHeader title="Training" />
      <NoAccess title="Training is not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

function Runs() {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const list = useInfiniteQuery(rlRunListQuery(projectId));
  const refresh = useRefreshRlRuns(projectId);
  useProjectLive(["jobs"], () => void refresh());
  const hrefOf = (id: string) => projectHref({ entity, project }, "training", "runs", id);
  const columns = useMemo(() => {
    const place = { entity, project };
    return runColumns((id) => projectHref(place, "training", "runs", id));
  }, [entity, project]);
  return (
    <>
      <PageHeader title="Training" actions={<NewRunLink />}>
        <TrainingTabs />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Reinforcement runs"
        isTall
        columns={columns}
        {...listProps(list, "The runs")}
        getRowId={({ id }) => id}
        rowLabel={({ name }) => `Run ${name}`}
        empty={
          <EmptyState icon={<Repeat />} title="No reinforcement runs yet" actions={<NewRunLink />}>
            A run asks a model the prompts of a dataset several times, scores the answers with graders, and
            trains on what scored better, round by round.
          </EmptyState>
        }
        onOpen={({ id }) => router.push(hrefOf(id))}
      />
    </>
  );
}

function NewRunLink() {
  const { entity, project, can } = useProject();
  if (!can("training:write")) return null;
  return (
    <ButtonLink
      href={`${projectHref({ entity, project }, "training", "new")}?method=rl`}
      variant="primary"
      icon={<Plus />}
    >
      New run
    </ButtonLink>
  );
}

function runColumns(hrefOf: (id: string) => string): DataTableColumn<RlRun>[] {
  return [
    {
      id: "name",
      header: "Run",
      width: "fill",
      cell: ({ id, name, errorMessage, endingText, waitingFor }) => (
        <span className="flex min-w-0 flex-col">
          <Link href={hrefOf(id)} title={name} tabIndex={-1} className="truncate font-medium hover:underline">
            {name}
          </Link>
          <span title={errorMessage ?? endingText ?? ""} className="truncate text-muted text-xs">
            {errorMessage ?? endingText ?? (waitingFor ? `Waits: ${waitingFor}` : "")}
          </span>
        </span>
      ),
    },
    { id: "state", header: "State", width: "md", cell: (run) => <RlStateBadge run={run} /> },
    {
      id: "model",
      header: "Model",
      width: "md",
      wideOnly: true,
      cell: ({ modelName, step }) => <span className="block truncate">{`${modelName}:step${step}`}</span>,
    },
    {
      id: "dataset",
      header: "Prompts",
      width: "md",
      wideOnly: true,
      cell: ({ datasetName, version }) => (
        <span className="block truncate text-muted">{`${datasetName} v${version}`}</span>
      ),
    },
    {
      id: "round",
      header: "Round",
      width: "xs",
      align: "end",
      cell: ({ round, config }) => `${round} of ${config.rounds}`,
    },
    {
      id: "created",
      header: "Created",
      width: "sm",
      align: "end",
      wideOnly: true,
      cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
    },
  ];
}

export function RlStateBadge({ run }: { run: RlRun }) {
  const { label, tone } = runWords(run);
  return <Badge tone={tone}>{label}</Badge>;
}
