"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import { listProps } from "#components/layout/state/list-props.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { SmallCurves } from "#components/run/metrics/use-small-curves.tsx";
import { type JobFilter, jobListQuery } from "#components/run/queries/training-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import { shownJob, waitedMs, workedMs } from "#components/run/state/shown-job.ts";
import { useNow } from "#components/run/state/use-now.ts";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { JOB_COLUMNS, type JobRow, MODEL_JOB_COLUMNS } from "./job-columns.tsx";
import { jobsToFollow } from "./jobs-to-follow.ts";
import { useJobStreams } from "./use-job-streams.ts";

type JobTableProps = {
  filter: JobFilter;
  nameOf: (modelId: string) => string;
  empty: ReactNode;
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
};

const NO_JOBS: readonly TrainingJob[] = [];

/** Training jobs, newest first; those that run move while one looks. */
export function JobTable({ filter, nameOf, empty, ...selection }: JobTableProps) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const list = useInfiniteQuery({
    ...jobListQuery(projectId, filter),
    placeholderData: keepPreviousData,
  });
  useProjectLive(["jobs"], () => void list.refetch());
  const listed = list.data ?? NO_JOBS;
  const { jobs: live } = useJobStreams(useMemo(() => jobsToFollow(listed), [listed]));
  const shown = listed.map((job) => shownJob(job, live.get(job.id)));
  const now = useNow(shown.some(({ state }) => !isEndState(state)));
  const rows = shown.map(
    (job): JobRow => ({
      ...job,
      modelName: nameOf(job.modelId),
      workedMs: workedMs(job, now),
      waitedMs: waitedMs(job, now),
      live: live.get(job.id),
    }),
  );
  return (
    <SmallCurves>
      <DataTable
        className="flex-1"
        label="Training jobs"
        columns={filter.modelId === null ? JOB_COLUMNS : MODEL_JOB_COLUMNS}
        {...listProps(list, "The training jobs")}
        rows={list.data ? rows : undefined}
        getRowId={({ id }) => id}
        rowLabel={({ modelName, name, state, step }) =>
          `Training of ${modelName}${name ? `, ${name}` : ""}, ${state}, ${countOf(step, "training step")} done`
        }
        empty={empty}
        {...selection}
        onOpen={({ id }) => router.push(projectHref({ entity, project }, "training", id))}
      />
    </SmallCurves>
  );
}
