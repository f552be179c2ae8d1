import { formatScore } from "#components/graders/parts/format-score.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import type { GraderPart, MaskedSample } from "#lib/contract/evaluation/grader-trials.ts";
import { MASK_REASONS } from "#lib/contract/evaluation/mask-reasons.ts";

type Grade = { score: number | null; passed: boolean | null; masked: MaskedSample | null };

/** The detail of a variable names the variable and says the same. */
function maskedWords({ reason, detail }: MaskedSample): string {
  return reason === "invalid_variable" ? detail : `${MASK_REASONS[reason]}: ${detail}`;
}

/** A score, or why there is none. */
export function GradeLine({ grade, parts }: { grade: Grade; parts: readonly GraderPart[] }) {
  return (
    <div className="flex flex-col gap-2">
      {grade.masked ? (
        <p className="text-warning-ink">No score. {maskedWords(grade.masked)}</p>
      ) : (
        <p className="flex items-center gap-2">
          <span className="font-medium text-lg tabular-nums">{formatScore(grade.score)}</span>
          {grade.passed === null ? null : (
            <Badge tone={grade.passed ? "success" : "danger"}>{grade.passed ? "Passes" : "Fails"}</Badge>
          )}
        </p>
      )}
      {parts.length > 0 ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
          {parts.map(({ name, score, masked }) => (
            <div key={name} className="contents">
              <dt className="font-mono text-muted">{name}</dt>
              <dd className="min-w-0 break-words tabular-nums">
                {masked ? masked.detail : formatScore(score)}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
