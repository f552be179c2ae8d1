import { retractedBriefly } from "#components/datasets/parts/retracted-words.ts";
import { runHref } from "#components/evaluations/parts/run-href.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { CurvePoint } from "#lib/contract/evaluation/evaluation-curves.ts";

const MAX_NAMED = 3;

/** The steps of a curve whose figures are of rows that nobody stands by any more, the newest first. Each leads to its run, which says what to do. */
export function RetractedPoints({
  evaluationId,
  points,
}: {
  evaluationId: string;
  points: readonly CurvePoint[];
}) {
  const { entity, project } = useProject();
  const marked = points
    .flatMap(({ step, runId, retracted }) => (retracted ? [{ step, runId, retracted }] : []))
    .toReversed();
  if (marked.length === 0) return null;
  const more = marked.length - MAX_NAMED;
  return (
    <ul aria-label="Steps measured by retracted rows" className="flex flex-col text-warning-ink text-xs">
      {marked.slice(0, MAX_NAMED).map(({ step, runId, retracted }) => (
        <li key={runId} className="min-w-0">
          <Link
            href={runHref({ entity, project }, { id: runId, evaluationId })}
            className="break-words rounded-sm underline underline-offset-2"
          >
            Step {formatCount(step)}: {retractedBriefly(retracted)}
          </Link>
        </li>
      ))}
      {more > 0 ? <li>and {countOf(more, "more step", "more steps")}</li> : null}
    </ul>
  );
}
