import { kappaWords } from "#components/graders/agreement/kappa-words.ts";
import { TrustBadge } from "#components/graders/agreement/trust-badge.tsx";
import { GRADER_FACTS } from "#components/graders/parts/grader-fields.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { NameCell } from "#components/ui/table/name-cell.tsx";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";

export function graderColumns(hrefOf: (id: string) => string): DataTableColumn<StoredGrader>[] {
  return [
    {
      id: "name",
      header: "Grader",
      width: "fill",
      cell: ({ id, name, isArchived }) => (
        <NameCell name={name} href={hrefOf(id)}>
          {isArchived ? <Badge>Archived</Badge> : null}
        </NameCell>
      ),
    },
    {
      id: "type",
      header: "Kind",
      width: "md",
      wideOnly: true,
      cell: ({ grader }) => GRADER_FACTS[grader.type].label,
    },
    {
      id: "agreement",
      header: "Agrees with people",
      width: "lg",
      cell: (grader) => (
        <span className="flex min-w-0 items-center gap-2">
          <TrustBadge grader={grader} />
          {grader.measurement ? (
            <span className="truncate text-muted text-xs tabular-nums">
              κ {kappaWords(grader.measurement.figures.kappa)}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "description",
      header: "Description",
      width: "lg",
      wideOnly: true,
      cell: ({ description }) => (
        <span title={description} className="block truncate text-muted">
          {description}
        </span>
      ),
    },
    {
      id: "changed",
      header: "Changed",
      width: "md",
      wideOnly: true,
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
}
