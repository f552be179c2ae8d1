import { Badge } from "#components/ui/button/badge.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { RUN_STATE_WORDS } from "./evaluation-texts.ts";

export function RunStateBadge({ state }: Pick<EvaluationRun, "state">) {
  const { label, tone } = RUN_STATE_WORDS[state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** How far a run is, and how many of its answers have no score. */
export function RunProgress({ run: { done, total, masked } }: { run: EvaluationRun }) {
  const words = `${formatCount(done)} of ${countOf(total, "answer")}`;
  const label = masked > 0 ? `${words}, ${formatCount(masked)} masked` : words;
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <ProgressBar
        label={label}
        total={total}
        segments={[
          { value: done - masked, tone: "accent" },
          { value: masked, tone: "warning" },
        ]}
      />
      <span aria-hidden="true" className="truncate text-muted text-xs">
        {label}
      </span>
    </span>
  );
}
