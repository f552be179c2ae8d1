import { formatScore } from "#components/graders/parts/format-score.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { ScoreBin } from "#lib/contract/evaluation/grader-trials.ts";

const HEIGHT = 100;

/** How many calls have which score. */
export function ScoreHistogram({ bins }: { bins: readonly ScoreBin[] }) {
  const most = Math.max(...bins.map(({ count }) => count), 1);
  return (
    <figure className="max-w-2xl min-w-0">
      <figcaption className="sr-only">How many calls have which score</figcaption>
      <ul className="flex h-24 items-stretch gap-px border-edge border-b">
        {bins.map(({ low, high, count }) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
          const text = `${formatScore(low)} to ${formatScore(high)}: ${countOf(count, "call")}`;
          return (
            <li key={low} title={text} className="min-w-0 flex-1">
              <span className="sr-only">{text}</span>
              <svg
                viewBox={`0 0 1 ${HEIGHT}`}
                preserveAspectRatio="none"
                aria-hidden="true"
                className="block size-full fill-accent/70"
              >
                <rect width="1" height={height} y={HEIGHT - height} />
              </svg>
            </li>
          );
        })}
      </ul>
      <div aria-hidden="true" className="mt-1 flex justify-between text-faint text-xs tabular-nums">
        <span>{formatScore(bins[0]?.low ?? 0)}</span>
        <span>Score</span>
        <span>{formatScore(bins.at(-1)?.high ?? 1)}</span>
      </div>
    </figure>
  );
}
