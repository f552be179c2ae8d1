"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { ORIGIN_WORDS, subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { RunActs } from "#components/evaluations/parts/run-acts.tsx";
import { runHref } from "#components/evaluations/parts/run-href.ts";
import { RunProgress, RunStateBadge } from "#components/evaluations/parts/run-progress.tsx";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";

type RunsTabProps = { runs: readonly EvaluationRun[]; mayRun: boolean };

/** Each run with how far it is, what it waits for or why it failed; one that has not ended can be cancelled, what has no score asked again. */
export function RunsTab({ runs, mayRun }: RunsTabProps) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const columns = useMemo(
    () => runColumns({ projectId, place: { entity, project }, mayRun }),
    [projectId, entity, project, mayRun],
  );
  return (
    <DataTable
      className="flex-1"
      label="Runs"
      isTall
      columns={columns}
      rows={runs}
      getRowId={({ id }) => id}
      rowLabel={({ subject }) => `Run of ${subjectLabel(subject.name, projectId)}`}
      empty={<EmptyState title="No runs yet" />}
      onOpen={(run) => router.push(runHref({ entity, project }, run))}
    />
  );
}

type ColumnFacts = { projectId: string; place: ProjectPath; mayRun: boolean };

function runColumns({ projectId, place, mayRun }: ColumnFacts): DataTableColumn<EvaluationRun>[] {
  const acts: DataTableColumn<EvaluationRun> = {
    id: "acts",
    header: "Actions",
    width: "sm",
    align: "end",
    cell: (run) => <RunActs run={run} />,
  };
  return [
    {
      id: "subject",
      header: "Model",
      width: "fill",
      cell: ({ id, evaluationId, subject, origin, errorMessage, waitingFor }) => (
        <span className="flex min-w-0 flex-col">
          <Link
            href={runHref(place, { id, evaluationId })}
            title={subject.name}
            tabIndex={-1}
            className="truncate font-medium hover:underline"
          >
            {subjectLabel(subject.name, projectId)}
          </Link>
          <span title={errorMessage ?? waitingFor ?? ""} className="truncate text-muted text-xs">
            {errorMessage ?? (waitingFor ? `Waits: ${waitingFor}` : ORIGIN_WORDS[origin])}
          </span>
        </span>
      ),
    },
    { id: "state", header: "State", width: "sm", cell: (run) => <RunStateBadge state={run.state} /> },
    {
      id: "progress",
      header: "Progress",
      width: "lg",
      wideOnly: true,
      cell: (run) => <RunProgress run={run} />,
    },
    {
      id: "version",
      header: "Version",
      width: "xs",
      wideOnly: true,
      cell: ({ version }) => `v${version}`,
    },
    {
      id: "created",
      header: "Started",
      width: "sm",
      align: "end",
      wideOnly: true,
      cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
    },
    ...(mayRun ? [acts] : []),
  ];
}
