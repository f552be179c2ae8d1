import { Flag, Gavel } from "lucide-react";
import type { ReactNode } from "react";
import { wordsColumn } from "#components/calls/words/words-column.tsx";
import { type AskedField, itemAgreement } from "#components/queues/fields/said-values.ts";
import { AskedMark } from "#components/training/waits/asked-mark.tsx";
import { AwaitedMark } from "#components/training/waits/awaited-mark.tsx";
import { Badge, type Tone } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { formatDuration } from "#components/ui/text/format.ts";
import { Initials } from "#components/ui/text/initials.tsx";
import type { ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import type { AnnotationState, QueueItem } from "#lib/contract/annotation/queues.ts";
import { opLabel } from "#lib/contract/traces/op-label.ts";
import { useItemAnswers } from "./use-item-answers.ts";

export const STATE_LABELS: { [S in AnnotationState]: string } = {
  unstarted: "Unstarted",
  in_progress: "In progress",
  completed: "Completed",
  skipped: "Skipped",
};

const STATE_TONES: { [S in AnnotationState]: Tone } = {
  unstarted: "neutral",
  in_progress: "accent",
  completed: "success",
  skipped: "warning",
};

export type ItemColumnFacts = {
  asked: readonly AskedField[];
  nameOf: (userId: string) => string | null;
  /** Who reviews sees what others said; the rest see their own state. */
  mayReview: boolean;
};

export function itemColumns(facts: ItemColumnFacts): DataTableColumn<QueueItem>[] {
  return [
    POSITION,
    WORDS,
    CALL,
    STATE,
    PRIORITY,
    ...(facts.mayReview ? reviewColumns(facts) : [MY_STATE, CHANGED]),
  ];
}

/** Left out unless somebody asks for them, so that the words have room. */
const SELDOM = ["time", "added"];

/** The columns that a list of items begins with. */
export function usualItemColumns(columns: readonly DataTableColumn<QueueItem>[]): readonly string[] {
  return columns.map(({ id }) => id).filter((id) => !SELDOM.includes(id));
}

const POSITION: DataTableColumn<QueueItem> = {
  id: "created_at",
  header: "#",
  width: "2xs",
  align: "end",
  sortable: true,
  cell: ({ positionInQueue }) => <span className="text-faint">{positionInQueue}</span>,
};

const WORDS: DataTableColumn<QueueItem> = wordsColumn({
  callIdOf: ({ callId }) => callId,
  opOf: ({ callOpName }) => opLabel(callOpName),
});

const CALL: DataTableColumn<QueueItem> = {
  id: "call_op_name",
  header: "Call",
  width: "sm",
  sortable: true,
  wideOnly: true,
  cell: ({ callOpName }) => <span title={callOpName}>{opLabel(callOpName)}</span>,
};

const STATE: DataTableColumn<QueueItem> = {
  id: "state",
  header: "State",
  width: "sm",
  cell: ({ annotationState, isDecided, awaited, askedBy }) => (
    <span className="inline-flex max-w-full items-center gap-1">
      <StateBadge state={annotationState} />
      {isDecided ? (
        <span title="Decided">
          <Gavel aria-hidden="true" className="size-3.5 text-success-ink" />
          <span className="sr-only">, decided</span>
        </span>
      ) : null}
      {awaited ? <AwaitedMark awaited={awaited} /> : null}
      {askedBy ? <AskedMark askedBy={askedBy} /> : null}
    </span>
  ),
};

const PRIORITY: DataTableColumn<QueueItem> = {
  id: "priority",
  header: "Prio.",
  width: "xs",
  align: "end",
  sortable: true,
  wideOnly: true,
  cell: ({ priority }) => <span className={priority === 0 ? "text-faint" : ""}>{priority}</span>,
};

const MY_STATE: DataTableColumn<QueueItem> = {
  id: "my_state",
  header: "Yours",
  width: "sm",
  wideOnly: true,
  cell: ({ myAnnotationState }) => <StateBadge state={myAnnotationState} />,
};

const CHANGED: DataTableColumn<QueueItem> = {
  id: "updated_at",
  header: "Changed",
  width: "sm",
  align: "end",
  sortable: true,
  wideOnly: true,
  cell: ({ updatedAt }) => <Time value={updatedAt} className="text-muted" />,
};

const PEOPLE_SHOWN = 3;

function reviewColumns({ asked, nameOf }: ItemColumnFacts): DataTableColumn<QueueItem>[] {
  const person = (userId: string | null) =>
    userId === null ? <span className="text-faint">–</span> : <PersonName name={nameOf(userId)} />;
  return [
    {
      id: "answers",
      header: "Answers",
      width: "xs",
      align: "end",
      wideOnly: true,
      cell: ({ answerCount, wantedAnswers }) =>
        wantedAnswers === null ? answerCount : `${answerCount}/${wantedAnswers}`,
    },
    {
      id: "who",
      header: "Who",
      width: "sm",
      wideOnly: true,
      cell: ({ id }) => <Said itemId={id}>{(answers) => <Who answers={answers} />}</Said>,
    },
    {
      id: "flags",
      header: "Flags",
      width: "xs",
      wideOnly: true,
      cell: ({ flagCount }) => <Flags count={flagCount} />,
    },
    {
      id: "agreement",
      header: "Alike",
      width: "xs",
      align: "end",
      wideOnly: true,
      cell: ({ id }) => (
        <Said itemId={id}>{(answers) => <Alike share={itemAgreement(answers, asked)} />}</Said>
      ),
    },
    {
      id: "time",
      header: "Time",
      width: "xs",
      align: "end",
      wideOnly: true,
      cell: ({ id }) => <Said itemId={id}>{(answers) => <TimeSpent answers={answers} />}</Said>,
    },
    {
      id: "assigned",
      header: "Assigned to",
      width: "sm",
      wideOnly: true,
      cell: ({ assignedTo }) => person(assignedTo),
    },
    {
      id: "added",
      header: "Added by",
      width: "sm",
      wideOnly: true,
      cell: ({ addedBy, ruleName }) =>
        ruleName === null ? person(addedBy) : <span title={ruleName}>rule “{ruleName}”</span>,
    },
  ];
}

function PersonName({ name }: { name: string | null }) {
  return name === null ? <span className="text-faint">someone else</span> : <span title={name}>{name}</span>;
}

/** A cell of what is loaded for the rows in sight alone. */
function Said({
  itemId,
  children,
}: {
  itemId: string;
  children: (answers: readonly ItemAnswer[]) => ReactNode;
}) {
  const answers = useItemAnswers(itemId);
  return answers ? children(answers) : <Skeleton className="ml-auto h-3 w-8" />;
}

function Who({ answers }: { answers: readonly ItemAnswer[] }) {
  const done = answers.filter(({ state }) => state !== "unstarted");
  if (done.length === 0) return <span className="text-faint">–</span>;
  return (
    <span className="inline-flex items-center gap-0.5">
      {done.slice(0, PEOPLE_SHOWN).map(({ annotatorUserId, name }) => (
        <Initials key={annotatorUserId} name={name} />
      ))}
      {done.length > PEOPLE_SHOWN ? (
        <span className="text-faint text-xs">+{done.length - PEOPLE_SHOWN}</span>
      ) : null}
    </span>
  );
}

function Flags({ count }: { count: number }) {
  if (count === 0) return <span className="text-faint">–</span>;
  return (
    <span className="inline-flex items-center gap-1 text-warning-ink">
      <Flag aria-hidden="true" className="size-3.5" />
      {count}
    </span>
  );
}

function Alike({ share }: { share: number | null }) {
  if (share === null) return <span className="text-faint">–</span>;
  return (
    <span title="Share of answer pairs that match" className={share < 0.5 ? "text-warning-ink" : ""}>
      {Math.round(share * 100)} %
    </span>
  );
}

function TimeSpent({ answers }: { answers: readonly ItemAnswer[] }) {
  const spentMs = answers.reduce((sum, { activeMs }) => sum + activeMs, 0);
  if (spentMs === 0) return <span className="text-faint">–</span>;
  return <span>{formatDuration(spentMs)}</span>;
}

function StateBadge({ state }: { state: AnnotationState }) {
  return <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>;
}
