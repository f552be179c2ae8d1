import { valueText } from "#components/queues/fields/said-values.ts";
import type { ItemAnswers } from "#components/queues/items/queries/item-queries.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";

/** What model judges said of an item's call. */
export function JudgementList({ judgements }: { judgements: ItemAnswers["judgements"] }) {
  if (judgements.length === 0) return null;
  return (
    <section aria-label="Model judges" className="min-w-0">
      <h3 className="mb-1 text-muted text-xs">Model judges</h3>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {judgements.map(({ judge, output, createdAt }) => (
          <li key={judge} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
            <Badge>judge</Badge>
            <span className="min-w-0 break-all font-mono text-xs" title={judge}>
              {judgeName(judge)}
            </span>
            <span className="min-w-0 flex-1 break-words">{valueText(output)}</span>
            <Time value={createdAt} className="text-faint text-xs" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last part of a judge's reference, which identifies it best: `tone-judge:v1`. */
export function judgeName(ref: string): string {
  return ref.split("/").at(-1) || ref;
}
