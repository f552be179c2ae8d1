"use client";

import { conflictMark, type Labelled } from "#components/datasets/findings/conflict-words.ts";
import { missingCallsMark } from "#components/datasets/findings/missing-calls-words.ts";
import { noteMark } from "#components/datasets/findings/row-note-words.ts";
import { EvidenceList } from "#components/datasets/parts/evidence-list.tsx";
import { RowBody } from "#components/datasets/parts/row-body.tsx";
import type { Naming } from "#components/datasets/parts/use-naming.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { VersionRow } from "#lib/contract/datasets/dataset-versions.ts";

type RowCardProps = {
  row: VersionRow;
  /** Where the rows are listed that say different things of one prompt. */
  conflictsHref: string;
  /** Which part it belongs to. */
  label: string;
  /** What may have several labels. */
  labelled: Labelled;
  personName: Naming["personName"];
  /** The only queue that the version was made from; null of several. */
  queueId: string | null;
};

/** One row: the conversation or pair to learn from, and what it was made from. */
export function RowCard({
  row: { position, split, row, evidence, conflictsWith, missingCalls, notes, place },
  conflictsHref,
  label,
  labelled,
  personName,
  queueId,
}: RowCardProps) {
  const { weight } = row;
  const conflict = conflictMark(conflictsWith, labelled);
  const missing = missingCallsMark(missingCalls);
  return (
    <article
      id={idOf(position)}
      aria-label={`Row ${position + 1}`}
      className="min-w-0 scroll-mt-4 rounded-md border border-line"
    >
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2 text-muted text-xs">
        <span className="font-medium text-ink">Row {position + 1}</span>
        <Badge tone={split === "train" ? "accent" : "neutral"}>{label}</Badge>
        {conflict === null ? null : (
          <Link
            href={`${conflictsHref}#${idOf(conflictsWith[0] ?? position)}`}
            className="min-w-0 rounded-sm bg-warning-tint px-1.5 py-0.5 font-medium text-warning-ink underline underline-offset-2"
          >
            {conflict}
          </Link>
        )}
        {notes.map((note) => (
          <Badge key={note} tone="warning">
            {noteMark(note)}
          </Badge>
        ))}
        {missing === null ? null : <Badge tone="warning">{missing}</Badge>}
        {typeof weight === "number" && weight !== 1 ? <span>weight {Number(weight.toFixed(2))}</span> : null}
      </header>
      <div className="p-3">
        <RowBody row={row} />
      </div>
      {evidence.length > 0 ? (
        <div className="border-line border-t px-3 py-2">
          <EvidenceList evidence={evidence} personName={personName} queueId={queueId} place={place} />
        </div>
      ) : null}
    </article>
  );
}

function idOf(position: number): string {
  return `row-${position + 1}`;
}
