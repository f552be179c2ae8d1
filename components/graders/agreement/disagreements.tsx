"use client";

import { useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { formatScore } from "#components/graders/parts/format-score.ts";
import { disagreementsQuery } from "#components/graders/parts/grader-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useCallChoice } from "#components/queues/add/use-call-choice.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { GraderDisagreement, GraderMeasurement } from "#lib/contract/evaluation/judges.ts";

/** The calls on which grader and people say the opposite; chosen ones go to a queue, where somebody looks again. */
export function Disagreements({ measurement }: { measurement: GraderMeasurement }) {
  const { projectId, can } = useProject();
  const { id, graderId, disagreementCount } = measurement;
  const list = useQuery({
    ...disagreementsQuery(projectId, graderId, id),
    enabled: disagreementCount > 0,
  });
  const choice = useCallChoice({ mayQueue: can("queues:write"), scope: "Disagreements" });
  if (measurement.figures.n === 0) return null;
  const count = choice?.chosen.size ?? 0;
  return (
    <section aria-labelledby="disagreements" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="disagreements" className="text-sm">
          {disagreementCount === 0
            ? "They agree on every call"
            : `They disagree on ${formatCount(disagreementCount)}`}
        </h2>
        {choice && disagreementCount > 0 ? (
          <Button
            size="sm"
            className="ml-auto"
            icon={<ListPlus />}
            disabled={count === 0}
            onClick={choice.add}
          >
            {count > 0 ? `Add ${formatCount(count)} to a queue` : "Add to a queue"}
            <Kbd keys="q" />
          </Button>
        ) : null}
      </div>
      {list.error ? <QueryError title="The disagreements could not be loaded" query={list} /> : null}
      {list.isLoading ? <SkeletonLines label="Loading the disagreements" lines={4} /> : null}
      {list.data ? (
        <ol aria-label="Disagreements" className="divide-y divide-line rounded-md border border-line">
          {list.data.disagreements.map((one) => {
            const ids = idsOf(one);
            return (
              <Disagreement
                key={ids.join(" ")}
                disagreement={one}
                isChosen={ids.some((callId) => choice?.chosen.has(callId))}
                onFlip={choice && one.question !== null ? () => choice.flip(...ids) : null}
              />
            );
          })}
        </ol>
      ) : null}
      {choice?.dialog}
    </section>
  );
}

function idsOf({ callId, pairCallId }: GraderDisagreement): string[] {
  return pairCallId === null ? [callId] : [callId, pairCallId];
}

type DisagreementProps = {
  disagreement: GraderDisagreement;
  isChosen: boolean;
  onFlip: (() => void) | null;
};

function Disagreement({ disagreement, isChosen, onFlip }: DisagreementProps) {
  const { entity, project } = useProject();
  const { callId, pairCallId, score, graderSaysYes, question, answer, pairAnswer } = disagreement;
  return (
    <li className="flex min-w-0 gap-3 p-3 text-sm">
      {onFlip ? (
        <Checkbox
          checked={isChosen}
          onCheckedChange={onFlip}
          label={`Choose “${question || answer || callId}”`}
          hideLabel
        />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="line-clamp-2 break-words text-muted">
          {question === null ? "The call is no longer there" : question || "No question"}
        </span>
        <span className="line-clamp-3 break-words">{answer || "No text"}</span>
        {pairCallId === null ? null : (
          <span className="line-clamp-3 break-words border-line border-t pt-1">
            {pairAnswer || "No text"}
          </span>
        )}
        <span className="flex flex-wrap gap-x-3 text-muted text-xs">
          <span>
            Grader: {graderSaysYes ? "yes" : "no"} ({formatScore(score)})
          </span>
          <span>People: {graderSaysYes ? "no" : "yes"}</span>
          <Link
            href={projectHref({ entity, project }, "calls", callId)}
            className="text-accent-ink underline underline-offset-2"
          >
            Open the call
          </Link>
        </span>
      </div>
    </li>
  );
}
