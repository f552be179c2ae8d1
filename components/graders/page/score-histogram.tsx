import { formatScore } from "#components/graders/parts/format-score.ts";
import { countOf } from "#components/ui/text/format.ts";
import { Bars } from "#components/ui/view/bars.tsx";
import type { ScoreBin } from "#lib/contract/evaluation/grader-trials.ts";

/** How many calls have which score. */
export function ScoreHistogram({ bins }: { bins: readonly ScoreBin[] }) {
  return (
    <figure className="max-w-2xl min-w-0">
      <figcaption className="sr-only">How many calls have which score</figcaption>
      <Bars
        className="h-24"
        bars={bins.map(({ low, high, count }) => ({
          key: low,
          value: count,
          text: `${formatScore(low)} to ${formatScore(high)}: ${countOf(count, "call")}`,
        }))}
      />
      <div aria-hidden="true" className="mt-1 flex justify-between text-faint text-xs tabular-nums">
        <span>{formatScore(bins[0]?.low ?? 0)}</span>
        <span>Score</span>
        <span>{formatScore(bins.at(-1)?.high ?? 1)}</span>
      </div>
    </figure>
  );
}
