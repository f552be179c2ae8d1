"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { useMeasure } from "#components/graders/parts/grader-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { usePeopleChoice } from "#components/queues/parts/use-people-choice.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import type { GraderMeasurement } from "#lib/contract/evaluation/judges.ts";
import { FitFields } from "./fit-fields.tsx";
import { measuredWords } from "./left-out-words.ts";
import { questionFit, yesAmong, yesFault } from "./question-fit.ts";

const LIMITS = [50, 100, 200];

type MeasurePanelProps = {
  grader: StoredGrader;
  /** What the next one may look beyond. */
  newest: GraderMeasurement | null;
  onMeasured: () => void;
};

/** Asks the grader about calls that people have answered. */
export function MeasurePanel({ grader, newest, onMeasured }: MeasurePanelProps) {
  const { projectId } = useProject();
  const { get } = useSearchState();
  const people = usePeopleChoice({
    label: "People's answers in",
    isOptional: false,
    first: { queueId: get("queueId"), field: get("field") },
  });
  const [limit, setLimit] = useState(100);
  const [isNewerOnly, setNewerOnly] = useState(false);
  const measure = useMeasure(projectId, grader.id);
  const [yes, setYes] = useState<readonly string[]>([]);
  const { queue, field, question } = people;
  const fit = questionFit(grader.grader, question);
  const fault = fit.kind === "labels" ? yesFault(fit.options, yes) : null;
  const run = () => {
    if (!queue) return;
    carryOut(
      measure,
      {
        queueId: queue.id,
        limit,
        ...(field === null ? {} : { field }),
        ...(fit.kind === "labels" ? { yesValues: yesAmong(fit.options, yes) } : {}),
        ...(isNewerOnly && newest ? { answeredAfter: newest.createdAt.toISOString() } : {}),
      },
      {
        onSuccess: ({ measurement: { figures } }) => {
          toast(measuredWords(figures));
          onMeasured();
        },
      },
    );
  };
  return (
    <section aria-labelledby="measure" className="min-w-0 rounded-md border border-line p-4">
      <h2 id="measure" className="mb-3 text-sm">
        Measure
      </h2>
      <div className="flex flex-col gap-3">
        {people.controls}
        <FitFields fit={fit} yes={yes} onChange={setYes} />
        <Field label="Calls">
          {(control) => (
            <Select
              {...control}
              value={String(limit)}
              onValueChange={(value) => setLimit(Number(value))}
              options={LIMITS.map((value) => ({
                value: String(value),
                label: `The ${value} answered last`,
              }))}
            />
          )}
        </Field>
        {newest ? (
          <Checkbox
            checked={isNewerOnly}
            onCheckedChange={setNewerOnly}
            label="Only answers since the last measurement"
            help="Shows whether the grader has drifted away from people."
          />
        ) : null}
        <Button
          icon={<Play />}
          variant="primary"
          pending={measure.isPending}
          disabled={!people.isReady || fault !== null || fit.kind === "unfit"}
          onClick={run}
        >
          {measure.isPending ? "Asking the grader…" : "Measure"}
        </Button>
        {people.hasQueues ? null : (
          <p className="text-muted text-sm">There is no queue yet. People's answers come from queues.</p>
        )}
        <FieldError error={measure.error ? explainError(measure.error) : null} />
      </div>
    </section>
  );
}
