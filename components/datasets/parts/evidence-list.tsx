"use client";

import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { Evidence } from "#lib/contract/datasets/dataset-versions.ts";
import type { RowPlace } from "#lib/contract/datasets/row-place.ts";
import { evidenceWords } from "./evidence-words.ts";
import type { Naming } from "./use-naming.ts";

type EvidenceProps = {
  personName: Naming["personName"];
  /** The only queue that the version was made from; null of several. */
  queueId: string | null;
  /** Where the row stands in the file or version that it was taken from; null of one that was made here. */
  place: RowPlace | null;
};

/** What a row was made from: who said something, and of which call. */
export function EvidenceList({ evidence, ...props }: EvidenceProps & { evidence: readonly Evidence[] }) {
  return (
    <ul aria-label="Made from" className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {evidence.map((one) => (
        <li key={`${one.kind} ${one.id}`} className="min-w-0">
          <EvidenceLink evidence={one} {...props} />
        </li>
      ))}
    </ul>
  );
}

function EvidenceLink({ evidence, personName, queueId, place }: EvidenceProps & { evidence: Evidence }) {
  const { entity, project } = useProject();
  const words = evidenceWords(evidence, { personName, place });
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
