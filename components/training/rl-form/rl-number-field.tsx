"use client";

import { problemOf } from "#components/layout/state/explain-error.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import type { RlDraft } from "./rl-draft.ts";
import type { RlForm } from "./use-rl-run.ts";

type RlNumberFieldProps = {
  form: RlForm;
  name: Exclude<
    keyof RlDraft,
    | "weights"
    | "startStep"
    | "datasetId"
    | "version"
    | "guardId"
    | "guardMetric"
    | "humanQueueId"
    | "humanField"
    | "fallback"
    | "worths"
  >;
  label: string;
  /** Its name in what the service says. */
  wire: string;
  help?: string;
};

export function RlNumberField({
  form: { draft, faults, create, change },
  name,
  label,
  wire,
  help,
}: RlNumberFieldProps) {
  return (
    <Field label={label} help={help} error={faults[name] ?? problemOf(create.error, wire)}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          value={draft[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
}
