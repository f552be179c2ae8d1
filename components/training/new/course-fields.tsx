"use client";

import type { CourseDraft } from "#components/run/queries/course-draft.ts";
import type { JobDraft } from "#components/run/queries/job-draft.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";

type CourseFieldsProps = {
  draft: JobDraft;
  onChange: (part: Partial<JobDraft>) => void;
  errors: { epochs: string | null; warmup: string | null; schedule: string | null };
};

/** How often rows are learned, in which order and at what rate. */
export function CourseFields({ draft, onChange, errors }: CourseFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Epochs" error={errors.epochs} help="How many times the model sees each row.">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={draft.epochs}
            onChange={(event) => onChange({ epochs: event.target.value })}
          />
        )}
      </Field>
      <Field label="Order of rows" help="Shuffled rows are in a new order in each epoch.">
        {(control) => (
          <Select
            {...control}
            value={draft.order}
            onValueChange={(value) => onChange({ order: ORDERS.find((one) => one === value) ?? "usual" })}
            options={[
              {
                value: "usual",
                label: "Default",
                help: "Rows of a dataset are shuffled, a file keeps its order",
              },
              { value: "shuffled", label: "Shuffled" },
              { value: "kept", label: "As in the data" },
            ]}
          />
        )}
      </Field>
      <RateFields draft={draft} onChange={onChange} errors={errors} />
    </div>
  );
}

type RateFieldsProps = {
  draft: Pick<CourseDraft, "schedule" | "warmup">;
  onChange: (part: Partial<CourseDraft>) => void;
  errors: { warmup: string | null; schedule: string | null };
};

/** How the rate moves over the steps. */
export function RateFields({ draft, onChange, errors }: RateFieldsProps) {
  return (
    <>
      <Field label="Learning-rate schedule" error={errors.schedule}>
        {(control) => (
          <Select
            {...control}
            value={draft.schedule}
            onValueChange={(value) =>
              onChange({ schedule: SCHEDULES.find((one) => one === value) ?? "constant" })
            }
            options={[
              { value: "constant", label: "Constant" },
              { value: "linear", label: "Linear", help: "Falls evenly towards 0" },
              { value: "cosine", label: "Cosine", help: "Falls slowly, then fast, then slowly" },
            ]}
          />
        )}
      </Field>
      <Field label="Warm-up in %" error={errors.warmup} help="Share of the steps over which the rate rises.">
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={draft.warmup}
            onChange={(event) => onChange({ warmup: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

const ORDERS: readonly JobDraft["order"][] = ["usual", "shuffled", "kept"];
const SCHEDULES: readonly JobDraft["schedule"][] = ["constant", "linear", "cosine"];
