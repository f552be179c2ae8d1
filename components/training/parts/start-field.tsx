"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { checkpointListQuery } from "#components/run/queries/model-queries.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";

type StartFieldProps = {
  model: ModelWithSteps;
  /** Null is the newest one. */
  step: number | null;
  onStep: (step: number | null) => void;
  error: string | null;
};

const NEWEST = "newest";

/** The checkpoint that a job starts from. Nothing is asked of a model that has one alone. */
export function StartField({ model, step, onStep, error }: StartFieldProps) {
  const list = useInfiniteQuery(checkpointListQuery(model.id));
  if (model.checkpointCount <= 1 && step === null) return null;
  const intact = (list.data ?? []).filter(({ isCorrupt }) => !isCorrupt);
  const usable = intact.map((one) => one.step);
  const interim = new Set(intact.filter(({ isInterim }) => isInterim).map((one) => one.step));
  // One that is not among the first of a long list was named by its own page.
  const steps = step === null || usable.includes(step) ? usable : [step, ...usable];
  const options: SelectOption[] = [
    { value: NEWEST, label: "The newest checkpoint", help: "Whichever is the newest when the job begins" },
    ...steps.map((one) => ({
      value: String(one),
      label: one === 0 ? "Step 0, the base model" : `Step ${one}`,
      ...(interim.has(one) ? { help: "Interim: its job continued" } : {}),
    })),
  ];
  return (
    <Field label="Start from" help={helpOf(model, step)} error={error}>
      {(control) => (
        <Select
          {...control}
          value={step === null ? NEWEST : String(step)}
          onValueChange={(value) => onStep(value === NEWEST ? null : Number(value))}
          options={options}
        />
      )}
    </Field>
  );
}

function helpOf({ latestStep }: ModelWithSteps, step: number | null): string {
  if (step === null) return "The job continues what was learned so far.";
  if (step === latestStep) return `The job starts from step ${step} even if a newer one comes before it.`;
  return `What was learned after step ${step} is not part of it. Its checkpoint becomes the newest one.`;
}
