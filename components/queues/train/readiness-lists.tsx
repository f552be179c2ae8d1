import { ChangeCard } from "#components/datasets/page/change-card.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { BuildOutlook } from "#lib/contract/datasets/queue-readiness.ts";

/** How many rows teach each value. */
export function LabelRows({ labels }: Pick<BuildOutlook, "labels">) {
  const most = labels[0]?.rows ?? 0;
  return (
    <section aria-label="Rows by value" className="min-w-0">
      <h3 className="mb-2 text-sm">Rows by value</h3>
      <ul className="flex max-w-xl flex-col gap-1 text-sm">
        {labels.map(({ label, rows }) => (
          <li key={label} className="grid grid-cols-[minmax(0,10rem)_3rem_minmax(0,1fr)] items-center gap-3">
            <span className="min-w-0 truncate" title={label}>
              {label}
            </span>
            <span className="text-right tabular-nums">{formatCount(rows)}</span>
            <ProgressBar
              label={`${label}: ${countOf(rows, "row")}`}
              total={most}
              segments={[{ value: rows, tone: "accent" }]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The rows that the newest version has otherwise. */
export function ChangedRows({ build: { changes } }: { build: BuildOutlook }) {
  if (!changes) return null;
  const all = changes.added + changes.removed + changes.changed;
  return (
    <section aria-label={`Changes since v${changes.against}`} className="min-w-0">
      <h3 className="mb-2 text-sm">
        {countOf(all, "change")} since v{changes.against}
      </h3>
      <ul className="flex max-w-4xl flex-col gap-3">
        {changes.rows.map((change) => (
          <li key={`${change.change} ${change.rowId}`}>
            <ChangeCard change={change} />
          </li>
        ))}
      </ul>
      {changes.rows.length < all ? (
        <p className="mt-2 text-muted text-sm">The first {changes.rows.length}; a version lists all.</p>
      ) : null}
    </section>
  );
}
