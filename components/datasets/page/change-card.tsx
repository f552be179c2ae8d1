import { RowBody } from "#components/datasets/parts/row-body.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import type { Change, RowChange } from "#lib/contract/datasets/version-diff.ts";
import { changedFacts, hasSameBody } from "./changed-facts.ts";

export const CHANGE_LABELS: { [C in Change]: string } = {
  added: "Added",
  removed: "Removed",
  changed: "Changed",
};
const TONES = { added: "success", removed: "danger", changed: "accent" } as const;

/** A row that two versions do not have alike; of a changed one both, unless only its split or weight differs. */
export function ChangeCard({ change: { change, before, after } }: { change: RowChange }) {
  const isSame = before !== null && after !== null && hasSameBody(before, after);
  return (
    <article aria-label={CHANGE_LABELS[change]} className="min-w-0 rounded-md border border-line">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2 text-muted text-xs">
        <Badge tone={TONES[change]}>{CHANGE_LABELS[change]}</Badge>
        {before && after ? changedFacts(before, after).map((fact) => <span key={fact}>{fact}</span>) : null}
      </header>
      {before && after && !isSame ? (
        <div className="grid min-w-0 gap-3 p-3 md:grid-cols-2">
          <Side title="Before" row={before} />
          <Side title="Now" row={after} />
        </div>
      ) : (
        <div className="p-3">
          <RowBody row={after ?? before ?? {}} />
        </div>
      )}
    </article>
  );
}

function Side({ title, row }: { title: string; row: Record<string, unknown> }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 text-muted text-xs">{title}</h3>
      <RowBody row={row} />
    </section>
  );
}
