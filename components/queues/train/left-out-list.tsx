import { ChevronRight } from "lucide-react";
import { reasonList } from "#components/datasets/parts/dataset-texts.ts";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { BuildOutlook } from "#lib/contract/datasets/queue-readiness.ts";
import type { Source } from "#lib/contract/datasets/sources.ts";
import type { Places } from "./readiness-tiles.tsx";

type LeftOutListProps = { build: BuildOutlook; sources: readonly Source[]; itemHref: Places["item"] };

/** What became no row, by reason, each with the items that it is about. */
export function LeftOutList({ build: { counts, rejections }, sources, itemHref }: LeftOutListProps) {
  const reasons = reasonList(counts.rejectedBy);
  if (reasons.length === 0) return null;
  return (
    <section aria-label="Left out" className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm">{formatCount(counts.rejected)} gave no row</h3>
      <ul className="flex min-w-0 flex-col">
        {reasons.map(({ reason, meaning, count }) => {
          const listed = rejections.filter((one) => one.reason === reason);
          return (
            <li key={reason} className="border-line border-t first:border-t-0">
              <details className="group">
                <summary className="flex cursor-pointer list-none items-start min-w-0 gap-3 rounded-sm py-1.5 text-sm">
                  <span className="min-w-8 shrink-0 text-right tabular-nums">{formatCount(count)}</span>
                  <span className="min-w-0 text-muted">{meaning}</span>
                  <ChevronRight
                    aria-hidden="true"
                    className="mt-1 size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90"
                  />
                </summary>
                <ul aria-label={meaning} className="flex flex-wrap gap-x-4 gap-y-1 pb-2 pl-11 text-sm">
                  {listed.map(({ source, itemId, detail }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: an item may be left out several times for one reason.
                    <li key={at} className="min-w-0" title={detail || undefined}>
                      <Item source={sources[source]} itemId={itemId} itemHref={itemHref} />
                    </li>
                  ))}
                  {listed.length < count ? (
                    <li className="text-faint">and {formatCount(count - listed.length)} more</li>
                  ) : null}
                </ul>
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type ItemProps = { source: Source | undefined; itemId: string; itemHref: Places["item"] };

function Item({ source, itemId, itemHref }: ItemProps) {
  if (source?.kind !== "queue") return <IdChip id={itemId} kind="place in the source" />;
  return (
    <Link
      href={itemHref(source.queueId, itemId)}
      className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
    >
      Item {itemId.slice(-8)}
    </Link>
  );
}
