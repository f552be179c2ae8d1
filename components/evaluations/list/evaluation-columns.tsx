import { metricLabel, subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { RunProgress, RunStateBadge } from "#components/evaluations/parts/run-progress.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { NameCell } from "#components/ui/table/name-cell.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";

type ColumnFacts = {
  projectId: string;
  hrefOf: (id: string) => string;
  datasetHrefOf: (id: string) => string;
  runHrefOf: (run: EvaluationRun) => string;
};

export function evaluationColumns({
  projectId,
  hrefOf,
  datasetHrefOf,
  runHrefOf,
}: ColumnFacts): DataTableColumn<Evaluation>[] {
  return [
    {
      id: "name",
      header: "Evaluation",
      width: "fill",
      cell: ({ id, name }) => <NameCell name={name} href={hrefOf(id)} />,
    },
    {
      id: "dataset",
      header: "Dataset",
      width: "md",
      wideOnly: true,
      cell: ({ datasetId, datasetName, version }) => (
        <Link
          href={datasetHrefOf(datasetId)}
          tabIndex={-1}
          className="block truncate text-muted hover:underline"
        >
          {datasetName} {version === null ? "" : `v${version}`}
        </Link>
      ),
    },
    {
      id: "metrics",
      header: "Graders",
      width: "md",
      wideOnly: true,
      cell: ({ graders }) => (
        <span className="block truncate text-muted">
          {["exact_match", ...graders.map(({ name }) => name)].map(metricLabel).join(", ")}
        </span>
      ),
    },
    {
      id: "last",
      header: "Last run",
      width: "lg",
      cell: ({ lastRun }) =>
        lastRun ? (
          <span className="flex min-w-0 items-center gap-2">
            <RunStateBadge state={lastRun.state} />
            <Link
              href={runHrefOf(lastRun)}
              tabIndex={-1}
              className="min-w-0 truncate text-muted hover:underline"
            >
              {subjectLabel(lastRun.subject.name, projectId)}
            </Link>
          </span>
        ) : (
          <span className="text-faint">none yet</span>
        ),
    },
    {
      id: "progress",
      header: "Progress",
      width: "md",
      wideOnly: true,
      cell: ({ lastRun }) => (lastRun ? <RunProgress run={lastRun} /> : "–"),
    },
    {
      id: "runs",
      header: "Runs",
      width: "2xs",
      align: "end",
      wideOnly: true,
      cell: ({ runCount }) => formatCount(runCount),
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
