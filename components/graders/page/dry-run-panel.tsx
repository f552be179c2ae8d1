"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { FitFields } from "#components/graders/agreement/fit-fields.tsx";
import {
  type QuestionFit,
  questionFit,
  yesAmong,
  yesFault,
} from "#components/graders/agreement/question-fit.ts";
import { useDryRun } from "#components/graders/parts/grader-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { usePeopleChoice } from "#components/queues/parts/use-people-choice.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { DryRunResult } from "./dry-run-result.tsx";

const LIMITS = [20, 50, 200];

/** What the grader says of stored calls, and whether people agree with it. */
export function DryRunPanel({ grader }: { grader: Grader | null }) {
  const { projectId } = useProject();
  const [limit, setLimit] = useState(50);
  const people = usePeopleChoice({ label: "Compare with people", isOptional: true });
  const run = useDryRun(projectId);
  const [yes, setYes] = useState<readonly string[]>([]);
  const { queue, field, question } = people;
  const fit: QuestionFit = grader && queue ? questionFit(grader, question) : { kind: "fits" };
  const labels = fit.kind === "labels" ? { yesValues: yesAmong(fit.options, yes) } : {};
  const human = queue && field !== null ? { human: { queueId: queue.id, field, ...labels } } : {};
  const asked = grader && { grader, limit, ...human };
  const isStale = JSON.stringify(run.variables) !== JSON.stringify(asked);
  const isFit = fit.kind === "fits" || (fit.kind === "labels" && yesFault(fit.options, yes) === null);
  const isReady = grader !== null && (queue === null || field !== null) && isFit;
  return (
    <section aria-labelledby="dry-run" className="min-w-0 rounded-md border border-line p-4">
      <h2 id="dry-run" className="mb-3 text-sm">
        On stored calls
      </h2>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Calls">
          {(control) => (
            <Select
              {...control}
              value={String(limit)}
              onValueChange={(value) => setLimit(Number(value))}
              options={LIMITS.map((value) => ({
                value: String(value),
                label: queue ? `Newest ${value} answered` : `The newest ${value}`,
              }))}
            />
          )}
        </Field>
        {people.controls}
      </div>
      {fit.kind === "fits" ? null : (
        <div className="mt-3">
          <FitFields fit={fit} yes={yes} onChange={setYes} />
        </div>
      )}
      <Button
        className="mt-3"
        icon={<Play />}
        pending={run.isPending}
        disabled={!isReady}
        onClick={() => {
          if (asked) run.mutate(asked);
        }}
      >
        Dry run
      </Button>
      <FieldError error={run.error ? explainError(run.error) : null} />
      {run.data ? (
        <>
          {isStale ? (
            <p className="mt-3 text-sm text-warning-ink">
              What follows is of before your last change. Run it again.
            </p>
          ) : null}
          <DryRunResult result={run.data} />
        </>
      ) : null}
    </section>
  );
}
