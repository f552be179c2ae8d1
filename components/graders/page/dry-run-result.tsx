import { EstimateFact, Fact } from "#components/graders/parts/facts.tsx";
import { formatScore } from "#components/graders/parts/format-score.ts";
import type { DryRun } from "#components/graders/parts/grader-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { GradedCall } from "#lib/contract/evaluation/grader-trials.ts";
import { MASK_REASONS } from "#lib/contract/evaluation/mask-reasons.ts";
import { noAgreementWords } from "./no-agreement-words.ts";
import { ScoreHistogram } from "./score-histogram.tsx";

/** What a dry run found. */
export function DryRunResult({ result }: { result: DryRun }) {
  const { gradedCount, maskedCount, mean, passed, histogram, worst, masked, agreement, disputed } = result;
  if (gradedCount + maskedCount === 0)
    return (
      <p className="mt-4 text-muted text-sm">
        {agreement
          ? "People have answered no call of that queue that has ended."
          : "No call that has ended matches."}
      </p>
    );
  return (
    <div className="mt-4 flex min-w-0 flex-col gap-4 text-sm">
      <div role="status" aria-label="Dry run">
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Fact label="Graded" value={String(gradedCount)} />
          <Fact label="Without a score" value={String(maskedCount)} />
          <EstimateFact label="Mean score" estimate={mean} />
          <EstimateFact label="Pass" estimate={passed} isShare />
        </dl>
      </div>
      {histogram.length > 0 ? <ScoreHistogram bins={histogram} /> : null}
      {agreement && agreement.n === 0 ? (
        <p className="text-warning-ink">{noAgreementWords(agreement)}</p>
      ) : null}
      {agreement && agreement.n > 0 ? (
        <section aria-label="Agreement with people">
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Fact label="Answered by people" value={String(agreement.n)} />
            <EstimateFact label="Agree with people" estimate={agreement.alike} isShare />
            <EstimateFact label="People say yes" estimate={agreement.baseRate} isShare />
            <EstimateFact label="Distance" estimate={agreement.distance} />
          </dl>
        </section>
      ) : null}
      {masked.length > 0 ? (
        <section aria-label="Without a score">
          <h3 className="mb-1 text-xs">Without a score</h3>
          <ul className="flex flex-col gap-1">
            {masked.map(({ reason, count, detail, callId }) => (
              <li key={reason} className="min-w-0 break-words">
                <span className="tabular-nums">{countOf(count, "call")}</span>: {MASK_REASONS[reason]}.{" "}
                <span className="text-muted">{detail}</span> <CallLink callId={callId} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <CallList title="Farthest from what people said" calls={disputed} />
      <CallList title="Lowest scores" calls={worst} />
    </div>
  );
}

function CallList({ title, calls }: { title: string; calls: readonly GradedCall[] }) {
  if (calls.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs">{title}</h3>
      <ol className="divide-y divide-line rounded-md border border-line">
        {calls.map((call) => (
          <li key={call.callId} className="flex min-w-0 gap-3 p-2">
            <span className="w-12 shrink-0 text-right font-medium tabular-nums">
              {formatScore(call.score)}
            </span>
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate text-muted">{call.question || "No question"}</span>
              <span className="line-clamp-2 break-words">{call.answer || "No text"}</span>
            </span>
            <span className="flex shrink-0 flex-col items-end text-xs">
              {call.human === null ? null : <span>People: {formatScore(call.human)}</span>}
              <CallLink callId={call.callId} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function CallLink({ callId }: { callId: string }) {
  const { entity, project } = useProject();
  return (
    <Link href={projectHref({ entity, project }, "calls", callId)} className="text-accent-ink underline">
      Open
    </Link>
  );
}
