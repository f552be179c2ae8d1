"use client";

import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useRouter } from "next/navigation";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { formatMetric, metricTitle } from "#components/run/metrics/metric-points.ts";
import { RECENT_LABEL } from "#components/run/metrics/recent-value.ts";
import { trainingGroupsQuery } from "#components/run/queries/training-queries.ts";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { JobGroup } from "#lib/contract/training/training-queue.ts";
import { TrainingTabs } from "./training-tabs.tsx";

/** Jobs that belong together, such as those of a sweep, each group in a row. */
export function GroupsPage() {
  const { can } = useProject();
  if (can("training:read")) return <Groups />;
  return (
    <>
      <PageHeader title="Training" />
      <NoAccess title="Training is not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

function Groups() {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const groups = useQuery(trainingGroupsQuery(projectId));
  useProjectLive(["jobs"], () => void groups.refetch());
  const list = projectHref({ entity, project }, "training");
  return (
    <>
      <PageHeader title="Training">
        <TrainingTabs />
      </PageHeader>
      {groups.data && groups.data.length > 0 ? (
        <p className="border-line border-b px-4 py-2 text-muted text-sm">
          Only completed jobs count, each by the mean of its {RECENT_LABEL}.
        </p>
      ) : null}
      <DataTable
        className="flex-1"
        label="Groups of jobs"
        columns={COLUMNS}
        rows={groups.data}
        getRowId={({ group }) => group}
        rowLabel={({ group, jobCount }) => `${group}, ${countOf(jobCount, "job")}`}
        error={
          groups.error
            ? { title: "The groups could not be loaded", detail: explainError(groups.error) }
            : null
        }
        onRetry={() => void groups.refetch()}
        empty={
          <EmptyState icon={<Layers />} title="No groups yet">
            To get a group, enter several values for a setting of a new job, or set the group of existing jobs
            under “Name, tags and note”.
          </EmptyState>
        }
        onOpen={({ group }) => router.push(`${list}?group=${encodeURIComponent(group)}`)}
      />
    </>
  );
}

const COLUMNS: readonly DataTableColumn<JobGroup>[] = [
  {
    id: "group",
    header: "Group",
    width: "fill",
    cell: ({ group }) => (
      <span title={group} className="font-medium">
        {group}
      </span>
    ),
  },
  { id: "jobs", header: "Jobs", width: "md", cell: jobsText },
  {
    id: "metric",
    header: "Figure",
    width: "sm",
    wideOnly: true,
    cell: ({ metric }) => <span className="text-muted">{metricTitle(metric)}</span>,
  },
  { id: "mean", header: "Mean", width: "sm", align: "end", cell: ({ mean }) => valueText(mean) },
  { id: "best", header: "Best", width: "sm", align: "end", cell: (group) => <Best group={group} /> },
  {
    id: "last",
    header: "Newest job",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ lastCreatedAt }) => <Time value={lastCreatedAt} className="text-muted" />,
  },
];

function jobsText({ jobCount, completedCount, unendedCount }: JobGroup): string {
  if (completedCount === jobCount) return countOf(jobCount, "job");
  const rest = unendedCount > 0 ? `, ${unendedCount} to go` : "";
  return `${completedCount} of ${jobCount} completed${rest}`;
}

function valueText(value: number | null): string {
  return value === null ? "–" : formatMetric(value);
}

function Best({ group: { best, bestJobId } }: { group: JobGroup }) {
  const { entity, project } = useProject();
  if (best === null || bestJobId === null) return "–";
  return (
    <Link
      href={projectHref({ entity, project }, "training", bestJobId)}
      onClick={(event) => event.stopPropagation()}
      className="rounded-sm text-accent-ink underline underline-offset-2 tabular-nums hover:text-accent-strong"
    >
      {valueText(best)}
    </Link>
  );
}
