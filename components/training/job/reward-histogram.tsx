"use client";

import clsx from "clsx";
import { formatMetric } from "#components/run/metrics/metric-points.ts";
import { Button } from "#components/ui/button/button.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { RewardBin } from "#lib/contract/training/training-data.ts";

type RewardHistogramProps = {
  bins: readonly RewardBin[];
  chosen: number | null;
  onChoose: (bin: number | null) => void;
};

const HEIGHT = 100;

/** How many trajectories earned what; a bar shows its own when it is pressed. */
export function RewardHistogram({ bins, chosen, onChoose }: RewardHistogramProps) {
  const most = Math.max(...bins.map(({ count }) => count), 1);
  const [first, last, picked] = [bins[0], bins.at(-1), chosen === null ? undefined : bins[chosen]];
  return (
    <fieldset className="mt-3 max-w-2xl min-w-0">
      <legend className="sr-only">Rewards of all trajectories. Select a bar to see its trajectories.</legend>
      <div className="flex h-28 items-stretch gap-px border-edge border-b">
        {bins.map((bin, at) => (
          <button
            key={bin.from}
            type="button"
            aria-pressed={at === chosen}
            aria-label={`${binText(bin)}: ${countOf(bin.count, "trajectory", "trajectories")}`}
            title={`${binText(bin)}: ${countOf(bin.count, "trajectory", "trajectories")}`}
            disabled={bin.count === 0}
            onClick={() => onChoose(at === chosen ? null : at)}
            className="group/bar min-w-0 flex-1 rounded-t-sm enabled:hover:bg-hover"
          >
            <svg
              viewBox={`0 0 1 ${HEIGHT}`}
              preserveAspectRatio="none"
              aria-hidden="true"
              className={clsx(
                "block size-full transition-colors",
                at === chosen ? "fill-accent" : chosen === null ? "fill-accent/70" : "fill-edge/60",
              )}
            >
              <rect
                width="1"
                height={bin.count === 0 ? 0 : Math.max(2, (bin.count / most) * HEIGHT)}
                y={HEIGHT - (bin.count === 0 ? 0 : Math.max(2, (bin.count / most) * HEIGHT))}
              />
            </svg>
          </button>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-faint text-xs tabular-nums">
        <span>{formatMetric(first?.from ?? 0)}</span>
        <span>Reward</span>
        <span>{formatMetric(last?.to ?? 0)}</span>
      </div>
      {picked ? (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          Rewards {binText(picked)}
          <Button size="sm" variant="ghost" onClick={() => onChoose(null)}>
            Show all
          </Button>
        </p>
      ) : null}
    </fieldset>
  );
}

function binText({ from, to }: RewardBin): string {
  return from === to ? `of ${formatMetric(from)}` : `from ${formatMetric(from)} to ${formatMetric(to)}`;
}
