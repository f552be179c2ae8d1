"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { checkpointListQuery } from "#components/run/queries/model-queries.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { startWords } from "./start-words.ts";
import { fallenIn, type Start } from "./use-start.ts";

type StartFieldProps = {
  model: ModelWithSteps;
  start: Start;
  /** After another one was chosen. */
  onChange: () => void;
  error: string | null;
};

const NEWEST = "newest";

/** The checkpoint that a job starts from. Nothing is asked of a model that has one alone. */
export function StartField({ model, start, onChange, error }: StartFieldProps) {
  const list = useInfiniteQuery(checkpointListQuery(model.id));
  const { step, note } = start;
  if (!start.isKnown) return <SkeletonLines label="Looking where the job can start" lines={2} />;
  if (model.checkpointCount <= 1 && step === null && note === null) return null;
  const intact = (list.data ?? []).filter(({ isCorrupt }) => !isCorrupt);
  const usable = intact.map((one) => one.step);
  const interim = new Set(intact.filter(({ isInterim }) => isInterim).map((one) => one.step));
  // One that is not among the first of a long list was named by its own page.
  const steps = step === null || usable.includes(step) ? usable : [step, ...usable];
  const options: SelectOption[] = [
    { value: NEWEST, label: "The newest checkpoint", help: newestHelp(start) },
    ...steps.map((one) => ({
      value: String(one),
      label: one === 0 ? "Step 0, the base model" : `Step ${one}`,
      ...stepHelp({
        isInterim: interim.has(one),
        isRetracted: start.retractedSteps.includes(one),
        isDead: start.deadSteps.includes(one),
        isFallen: fallenIn(start.fallenSteps, one) !== undefined,
      }),
    })),
  ];
  const choose = (value: string) => {
    start.choose(value === NEWEST ? null : Number(value));
    onChange();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label="Start from" help={helpOf(model, step)} error={error}>
        {(control) => (
          <Select
            {...control}
            value={step === null ? NEWEST : String(step)}
            onValueChange={choose}
            options={options}
          />
        )}
      </Field>
      <p role="status" className="text-sm text-warning-ink empty:hidden">
        {note ? startWords(note) : null}
      </p>
    </div>
  );
}

function newestHelp({ newest, deadSteps, fallenSteps }: Start): string {
  if (newest && deadSteps.includes(newest.step))
    return `Step ${newest.step} by now, whose job learned nothing`;
  if (newest?.retracted) return `Step ${newest.step} by now, which learned from retracted answers`;
  if (newest && fallenIn(fallenSteps, newest.step))
    return `Step ${newest.step} by now, which is worse by the guard of its run`;
  return "Whichever is the newest when the job begins";
}

type StepFacts = { isInterim: boolean; isRetracted: boolean; isDead: boolean; isFallen: boolean };

function stepHelp({ isInterim, isRetracted, isDead, isFallen }: StepFacts) {
  if (isDead) return { help: "Its job learned nothing" };
  if (isRetracted) return { help: "Learned from retracted answers" };
  if (isFallen) return { help: "Worse by the guard of its run" };
  return isInterim ? { help: "Interim: its job continued" } : {};
}

function helpOf({ latestStep }: ModelWithSteps, step: number | null): string {
  if (step === null) return "The job continues what was learned so far.";
  if (step === latestStep) return `The job starts from step ${step} even if a newer one comes before it.`;
  return `What was learned after step ${step} is not part of it. Its checkpoint becomes the newest one.`;
}
