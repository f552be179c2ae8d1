"use client";

import { useMemo } from "react";
import { useCancelRun, useRetryRun } from "#components/evaluations/parts/evaluation-queries.ts";
import { isUnended, subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { RunProgress, RunStateBadge } from "#components/evaluations/parts/run-progress.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";

type RunsTabProps = { runs: readonly EvaluationRun[]; mayRun: boolean };

/** Each run with how far it is, what it waits for or why it failed; one that has not ended can be cancelled, what has no score asked again. */
export function RunsTab({ runs, mayRun }: RunsTabProps) {
  const { projectId } = useProject();
  const columns = useMemo(() => runColumns(projectId, mayRun), [projectId, mayRun]);
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
    />
  );
}

function runColumns(projectId: string, mayRun: boolean): DataTableColumn<EvaluationRun>[] {
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
      cell: ({ subject, errorMessage, waitingFor }) => (
        <span className="flex min-w-0 flex-col">
          <span title={subject.name} className="truncate font-medium">
            {subjectLabel(subject.name, projectId)}
          </span>
          <span title={errorMessage ?? waitingFor ?? ""} className="truncate text-muted text-xs">
            {errorMessage ?? (waitingFor ? `Waits: ${waitingFor}` : "")}
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

function RunActs({ run }: { run: EvaluationRun }) {
  const { projectId } = useProject();
  const cancel = useCancelRun(projectId);
  const retry = useRetryRun(projectId);
  const onError = (error: Error) =>
    toast({ title: "The run could not be changed.", detail: explainError(error), tone: "danger" });
  if (isUnended(run))
    return (
      <Button size="sm" pending={cancel.isPending} onClick={() => cancel.mutate(run.id, { onError })}>
        Cancel
      </Button>
    );
  if (run.masked === 0 && run.done === run.total) return null;
  return (
    <Button
      size="sm"
      pending={retry.isPending}
      title="Ask again for what has no score"
      onClick={() => retry.mutate(run.id, { onError })}
    >
      Retry
    </Button>
  );
}
