import type { Labelled } from "#components/datasets/findings/conflict-words.ts";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { BuildOutlook } from "#lib/contract/datasets/queue-readiness.ts";
import type { Source } from "#lib/contract/datasets/sources.ts";
import type { Places } from "./readiness-tiles.tsx";

type ConflictListProps = {
  build: Pick<BuildOutlook, "conflicts" | "counts">;
  sources: readonly Source[];
  labelled: Labelled;
  places: Pick<Places, "conflicts" | "item">;
};

const LOOK = "rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong";

/** Prompts, or answers that are judged, whose rows teach different labels: each in its words, with its labels, and the items that say so. */
export function ConflictList({ build: { conflicts, counts }, sources, labelled, places }: ConflictListProps) {
  const all = counts.conflicts?.prompts ?? 0;
  if (all === 0) return null;
  return (
    <section
      aria-label={`${labelled.what === "answer" ? "Answers" : "Prompts"} with different labels`}
      className="flex min-w-0 flex-col gap-1"
    >
      <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-sm">
        <h3 className="text-sm">{countOf(all, labelled.what)} with different labels</h3>
        {places.conflicts === null ? null : (
          <Link href={places.conflicts} className={LOOK}>
            Their rows in the newest version
          </Link>
        )}
      </div>
      <ul className="flex min-w-0 flex-col">
        {conflicts.map(({ asked, rows }) => (
          <li
            key={rows.map(({ itemId, label }) => `${itemId} ${label}`).join()}
            className="flex min-w-0 flex-col gap-1 border-line border-t py-1.5 text-sm first:border-t-0"
          >
            {asked === "" ? null : <p className="line-clamp-2 break-words">{asked}</p>}
            <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
              {rows.map(({ source, itemId, label }) => (
                <Said
                  key={`${itemId} ${label}`}
                  label={label}
                  source={sources[source]}
                  itemId={itemId}
                  itemHref={places.item}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {conflicts.length < all ? (
        <p className="text-faint text-sm">and {formatCount(all - conflicts.length)} more</p>
      ) : null}
    </section>
  );
}

type SaidProps = { label: string; source: Source | undefined; itemId: string; itemHref: Places["item"] };

/** What an item teaches, which leads to it: what it asks stands above, and its id says nothing to anybody. */
function Said({ label, source, itemId, itemHref }: SaidProps) {
  if (source?.kind !== "queue") return <span className="min-w-0 break-words text-muted">“{label}”</span>;
  return (
    <Link
      href={itemHref(source.queueId, itemId)}
      title={`Item ${itemId}`}
      className={`min-w-0 break-words ${LOOK}`}
    >
      “{label}”
    </Link>
  );
}
