import { kappaWords } from "#components/graders/agreement/kappa-words.ts";
import { TrustBadge } from "#components/graders/agreement/trust-badge.tsx";
import { GRADER_FACTS } from "#components/graders/parts/grader-fields.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";

export function graderColumns(hrefOf: (id: string) => string): DataTableColumn<StoredGrader>[] {
  return [
    {
      id: "name",
      header: "Grader",
      width: "fill",
      cell: ({ id, name, isArchived }) => (
        <span className="flex min-w-0 items-center gap-2">
          <Link
            href={hrefOf(id)}
            title={name}
            tabIndex={-1}
            className="min-w-0 truncate font-medium hover:underline"
          >
            {name}
          </Link>
          {isArchived ? <Badge>Archived</Badge> : null}
        </span>
      ),
    },
    { id: "type", header: "Kind", width: "md", cell: ({ grader }) => GRADER_FACTS[grader.type].label },
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
