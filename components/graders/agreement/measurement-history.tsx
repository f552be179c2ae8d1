import clsx from "clsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { GraderMeasurement } from "#lib/contract/evaluation/judges.ts";
import { kappaWords } from "./kappa-words.ts";

type MeasurementHistoryProps = {
  measurements: readonly GraderMeasurement[];
  shownId: string;
  onShow: (id: string) => void;
};

/** What was measured earlier: whether the grader drifts away from people. */
export function MeasurementHistory({ measurements, shownId, onShow }: MeasurementHistoryProps) {
  return (
    <section aria-labelledby="history" className="min-w-0">
      <h2 id="history" className="mb-2 text-sm">
        Measurements
      </h2>
      <ol className="divide-y divide-line rounded-md border border-line">
        {measurements.map(({ id, createdAt, figures, isCurrent, answeredAfter }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === shownId}
              onClick={() => onShow(id)}
              className={clsx(
                "flex w-full min-w-0 flex-col gap-0.5 px-3 py-2 text-left text-sm",
                id === shownId ? "bg-accent-tint" : "hover:bg-hover",
              )}
            >
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Time value={createdAt} />
                {isCurrent ? null : <Badge>Earlier grader</Badge>}
                {answeredAfter ? <Badge>Newer answers</Badge> : null}
              </span>
              <span className="text-muted text-xs tabular-nums">
                κ {kappaWords(figures.kappa)} · {countOf(figures.n, "call")}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
