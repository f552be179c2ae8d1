import { PenLine } from "lucide-react";
import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import { AgreementBadge } from "./agreement-badge.tsx";
import { QueueNameCell, QueuePaceCell, QueuePeopleCell, QueueProgressCell } from "./queue-cells.tsx";
import { QueueMenu } from "./queue-menu.tsx";

export type QueueColumnActs = {
  /** The desk of a queue; null where the reader does not annotate. */
  deskHref: ((queue: QueueRow) => string) | null;
  canReview: boolean;
  onEdit: (queue: QueueRow) => void;
  onDelete: (queue: QueueRow) => void;
};

/** The ids of sortable columns are the fields that the service sorts by. */
export const SORTABLE_QUEUE_COLUMNS = ["name", "created_at", "updated_at"] as const;

export function queueColumns(acts: QueueColumnActs): DataTableColumn<QueueRow>[] {
  const { deskHref, canReview } = acts;
  return [
    NAME,
    PROGRESS,
    ...(deskHref ? [MINE] : []),
    PEOPLE,
    ...(canReview ? [AGREEMENT] : []),
    PACE,
    {
      id: "acts",
      header: "Actions",
      width: "md",
      align: "end",
      cell: (queue) => <Acts {...acts} queue={queue} />,
    },
  ];
}

const NAME: DataTableColumn<QueueRow> = {
  id: "name",
  header: "Queue",
  width: "fill",
  sortable: true,
  cell: (queue) => <QueueNameCell queue={queue} />,
};

const PROGRESS: DataTableColumn<QueueRow> = {
  id: "progress",
  header: "Progress",
  width: "lg",
  wideOnly: true,
  cell: ({ summary }) => <QueueProgressCell summary={summary} />,
};

const MINE: DataTableColumn<QueueRow> = {
  id: "mine",
  header: "For you",
  width: "xs",
  align: "end",
  wideOnly: true,
  cell: ({ summary: { leftForMe } }) => (
    <span title="Items left for you" className={leftForMe > 0 ? "font-medium" : "text-faint"}>
      {formatCount(leftForMe)}
    </span>
  ),
};

const PEOPLE: DataTableColumn<QueueRow> = {
  id: "people",
  header: "People",
  width: "sm",
  wideOnly: true,
  cell: (queue) => <QueuePeopleCell queue={queue} />,
};

const AGREEMENT: DataTableColumn<QueueRow> = {
  id: "agreement",
  header: "Agreement",
  width: "sm",
  wideOnly: true,
  cell: ({ id, summary }) => <AgreementBadge queueId={id} annotators={summary.annotators} />,
};

const PACE: DataTableColumn<QueueRow> = {
  id: "pace",
  header: "Pace",
  width: "md",
  wideOnly: true,
  cell: ({ summary }) => <QueuePaceCell summary={summary} />,
};

function Acts({ queue, deskHref, onEdit, onDelete }: QueueColumnActs & { queue: QueueRow }) {
  return (
    <span className="inline-flex items-center gap-1">
      {deskHref && queue.summary.leftForMe > 0 ? (
        <ButtonLink
          href={deskHref(queue)}
          variant="primary"
          size="sm"
          icon={<PenLine />}
          tabIndex={-1}
          aria-label={`Continue ${queue.name}`}
        >
          <span className="max-md:sr-only">Continue</span>
        </ButtonLink>
      ) : null}
      <QueueMenu queue={queue} onEdit={() => onEdit(queue)} onDelete={() => onDelete(queue)} />
    </span>
  );
}
