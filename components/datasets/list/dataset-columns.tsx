import { KIND_LABELS, leftOut, sourcesWords } from "#components/datasets/parts/dataset-texts.ts";
import { NewAnswersBadge } from "#components/datasets/parts/new-answers-badge.tsx";
import { isBuildDue, retractedIn } from "#components/datasets/parts/retracted-words.ts";
import type { Naming } from "#components/datasets/parts/use-naming.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { NameCell } from "#components/ui/table/name-cell.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

type ColumnFacts = Naming & { hrefOf: (id: string) => string };

export function datasetColumns({ personName, queueName, hrefOf }: ColumnFacts): DataTableColumn<Dataset>[] {
  return [
    {
      id: "name",
      header: "Dataset",
      width: "fill",
      cell: (dataset) => <Name dataset={dataset} href={hrefOf(dataset.id)} />,
    },
    {
      id: "sources",
      header: "From",
      width: "lg",
      wideOnly: true,
      cell: ({ recipe }) => {
        const words = sourcesWords(recipe, queueName);
        return (
          <span title={words} className="block truncate text-muted">
            {words}
          </span>
        );
      },
    },
    VERSION,
    ROWS,
    REJECTED,
    {
      id: "built",
      header: "Built",
      width: "md",
      wideOnly: true,
      cell: ({ latestVersion }) =>
        latestVersion ? (
          <span className="flex min-w-0 flex-col">
            <Time value={latestVersion.createdAt} />
            <span className="truncate text-faint text-xs">by {personName(latestVersion.createdBy)}</span>
          </span>
        ) : (
          <span className="text-faint">not yet</span>
        ),
    },
  ];
}

function Name({ dataset, href }: { dataset: Dataset; href: string }) {
  const { name, kind, isArchived } = dataset;
  return (
    <NameCell name={name} href={href}>
      <Badge>{KIND_LABELS[kind]}</Badge>
      {isArchived ? <Badge>Archived</Badge> : <NewAnswersBadge dataset={dataset} />}
    </NameCell>
  );
}

const VERSION: DataTableColumn<Dataset> = {
  id: "version",
  header: "Version",
  width: "xs",
  wideOnly: true,
  cell: ({ latestVersion }) => (latestVersion ? `v${latestVersion.number}` : "–"),
};

const ROWS: DataTableColumn<Dataset> = {
  id: "rows",
  header: "Rows",
  width: "sm",
  align: "end",
  cell: ({ latestVersion }) => {
    if (!latestVersion) return "–";
    const { counts, retracted, countAgain } = latestVersion;
    return (
      <span className="flex flex-col">
        <span>{formatCount(counts.train)}</span>
        <span className="text-faint text-xs">
          {counts.heldOut > 0 ? `+ ${formatCount(counts.heldOut)} held out` : "none held out"}
        </span>
        {isBuildDue(latestVersion) ? (
          <span className="text-warning-ink text-xs max-md:whitespace-normal">
            {retracted
              ? `${formatCount(retractedIn(retracted))} retracted since`
              : `${formatCount(countAgain)} to count again`}
          </span>
        ) : null}
      </span>
    );
  },
};

const REJECTED: DataTableColumn<Dataset> = {
  id: "rejected",
  header: "Rejected",
  width: "xs",
  align: "end",
  wideOnly: true,
  cell: ({ latestVersion }) => (latestVersion ? formatCount(leftOut(latestVersion.counts).rejected) : "–"),
};
