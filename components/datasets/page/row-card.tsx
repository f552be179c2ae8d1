"use client";

import { evidenceWords } from "#components/datasets/parts/evidence-words.ts";
import { RowBody } from "#components/datasets/parts/row-body.tsx";
import type { Naming } from "#components/datasets/parts/use-naming.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { Evidence, VersionRow } from "#lib/contract/datasets/dataset-versions.ts";

type RowCardProps = {
  row: VersionRow;
  /** Which part it belongs to. */
  label: string;
  personName: Naming["personName"];
  /** The only queue that the version was made from; null of several. */
  queueId: string | null;
};

/** One row: the conversation or pair to learn from, and what it was made from. */
export function RowCard({
  row: { position, split, row, evidence },
  label,
  personName,
  queueId,
}: RowCardProps) {
  const { weight } = row;
  return (
    <article aria-label={`Row ${position + 1}`} className="min-w-0 rounded-md border border-line">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2 text-muted text-xs">
        <span className="font-medium text-ink">Row {position + 1}</span>
        <Badge tone={split === "train" ? "accent" : "neutral"}>{label}</Badge>
        {typeof weight === "number" && weight !== 1 ? <span>weight {Number(weight.toFixed(2))}</span> : null}
      </header>
      <div className="p-3">
        <RowBody row={row} />
      </div>
      {evidence.length > 0 ? (
        <ul
          aria-label="Made from"
          className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-3 py-2 text-muted text-xs"
        >
          {evidence.map((one) => (
            <li key={`${one.kind} ${one.id}`} className="min-w-0">
              <EvidenceLink evidence={one} personName={personName} queueId={queueId} />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}

type EvidenceLinkProps = { evidence: Evidence } & Pick<RowCardProps, "personName" | "queueId">;

function EvidenceLink({ evidence, personName, queueId }: EvidenceLinkProps) {
  const { entity, project } = useProject();
  const words = evidenceWords(evidence, personName);
  const href =
    evidence.kind === "call"
      ? projectHref({ entity, project }, "calls", evidence.id)
      : evidence.kind === "decision" && queueId
        ? `${projectHref({ entity, project }, "queues", queueId, "items")}?item=${encodeURIComponent(evidence.id)}`
        : null;
  return (
    <>
      {href ? (
        <Link
          href={href}
          className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
        >
          {words}
        </Link>
      ) : (
        words
      )}
      {evidence.isWithdrawn ? <span className="text-warning-ink"> (has changed since)</span> : null}
      {evidence.isRetracted ? <span className="text-warning-ink"> (retracted)</span> : null}
    </>
  );
}
