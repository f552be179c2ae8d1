"use client";

import { useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { comparisonQuery, useDrawAnswers } from "#components/evaluations/parts/evaluation-queries.ts";
import { peopleAndJudgeWords, subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import { usePeopleChoice } from "#components/queues/parts/use-people-choice.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";

/** Enough for an interval, and an hour of somebody's work. */
const DRAWN = 50;

type PeopleAndJudgeProps = { evaluation: Evaluation; runs: readonly EvaluationRun[] };

/** What people say of some answers and a judge of all, joined: people's number with a narrower interval. */
export function PeopleAndJudge({ evaluation, runs }: PeopleAndJudgeProps) {
  const { projectId, can } = useProject();
  const judges = evaluation.graders.filter(({ grader }) => grader.type !== "spindle.human");
  const [wanted, setWanted] = useState<string | null>(null);
  const judge = judges.find(({ name }) => name === wanted)?.name ?? judges[0]?.name;
  const { queue, field, controls } = usePeopleChoice({ label: "People's answers in", isOptional: true });
  const isAsked = queue !== null && field !== null && judge !== undefined;
  const joined = useQuery({
    ...comparisonQuery(projectId, {
      evaluationId: evaluation.id,
      runs: runs.map(({ id }) => id),
      baseline: null,
      ...(isAsked ? { people: { queueId: queue.id, field, judge } } : {}),
    }),
    enabled: isAsked,
  });
  if (judges.length === 0 || !can("answers:read")) return null;
  return (
    <section aria-labelledby="people-and-judge" className="min-w-0 rounded-md border border-line p-4">
      <h2 id="people-and-judge" className="mb-1 text-sm">
        People and a judge
      </h2>
      <p className="mb-3 max-w-prose text-muted text-sm">
        People answer a few, drawn at random; the judge has scored all. Together they give people&rsquo;s
        number. Its interval holds however bad the judge is, and is narrower where the judge is good. Answers
        that were picked by hand do not give it.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        {controls}
        <Field label="Judge">
          {(control) => (
            <Select
              {...control}
              value={judge ?? null}
              onValueChange={setWanted}
              options={judges.map(({ name }) => ({ value: name, label: name }))}
            />
          )}
        </Field>
      </div>
      {joined.error ? <QueryError title="People and judge could not be joined" query={joined} /> : null}
      {joined.isLoading ? <SkeletonLines label="Joining people and judge" lines={2} /> : null}
      <ul aria-label="People and judge by model" className="mt-4 flex flex-col gap-4">
        {runs.map((run) => {
          const found = isAsked ? joined.data?.subjects.find((one) => one.run.id === run.id) : undefined;
          return (
            <li key={run.id} className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2 text-sm">
              <div className="min-w-0 flex-1 basis-72">
                <p className="break-words font-medium">{subjectLabel(run.subject.name, projectId)}</p>
                {found?.peopleAndJudge ? (
                  peopleAndJudgeWords(found.peopleAndJudge).map((line) => (
                    <p key={line} className="break-words text-muted tabular-nums first-of-type:text-ink">
                      {line}
                    </p>
                  ))
                ) : (
                  <p className="text-faint">Choose where people answered, or draw answers for them.</p>
                )}
              </div>
              {can("queues:write") ? <DrawButton run={run} /> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Puts answers of a run that chance chose into a queue. */
function DrawButton({ run }: { run: EvaluationRun }) {
  const { projectId } = useProject();
  const [callIds, setCallIds] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const draw = useDrawAnswers(projectId);
  const count = Math.min(DRAWN, run.done);
  const start = () =>
    carryOut(
      draw,
      { runId: run.id, draw: DRAWN },
      {
        ifStillHere: (found) => {
          setCallIds(found);
          setOpen(true);
        },
        onError: (error) =>
          toast({ title: "No answers could be drawn.", detail: explainError(error), tone: "danger" }),
      },
    );
  return (
    <>
      <Button size="sm" icon={<ListPlus />} pending={draw.isPending} disabled={count === 0} onClick={start}>
        Draw {count} for people
      </Button>
      <AddToQueueDialog callIds={callIds} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
