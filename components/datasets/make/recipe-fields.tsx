"use client";

import { problemOf } from "#components/layout/state/explain-error.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { Use } from "#lib/contract/datasets/uses.ts";
import {
  approvals,
  type DatasetDraft,
  draftFaults,
  fieldsFor,
  isCompared,
  OFFERED_RULES,
  usesOf,
  withField,
  withUse,
} from "./dataset-draft.ts";

const USES: { [U in Use]: { label: string; help: string } } = {
  labels: { label: "Labels", help: "The model learns to give the value that people chose." },
  approved: {
    label: "Approved answers",
    help: "The model learns the recorded answers that people approved.",
  },
  corrections: { label: "Corrections", help: "The model learns what people wrote in place of an answer." },
  pairs: { label: "Pairs", help: "Which of two answers people preferred." },
  corrected: { label: "Corrections as pairs", help: "What people wrote is better than the recorded answer." },
};

const RULES: { [R in (typeof OFFERED_RULES)[number]]: string } = {
  decided: "Only what a lead decided",
  majority: "The value of most answers",
  each: "Each answer by itself",
};

type RecipeFieldsProps = {
  queue: { kind: string };
  fields: readonly AnnotationField[];
  draft: DatasetDraft;
  /** What the service refused. */
  error: unknown;
  onChange: (draft: DatasetDraft) => void;
};

/** What is taken from the queue, and how. */
export function RecipeFields({ queue, fields, draft, error, onChange }: RecipeFieldsProps) {
  const uses = usesOf(queue, fields);
  return (
    <>
      <RadioGroup
        label="What to learn from"
        value={draft.use}
        onValueChange={(value) => {
          const use = uses.find((one) => one === value);
          if (use) onChange(withUse(draft, use, fields));
        }}
        options={uses.map((value) => ({ value, ...USES[value] }))}
      />
      <FieldChoice fields={fields} draft={draft} onChange={onChange} />
      {draft.use === "labels" ? (
        <Field label="What the model reads">
          {(control) => (
            <Select
              {...control}
              value={draft.turns}
              onValueChange={(turns) => onChange({ ...draft, turns: turns === "whole" ? "whole" : "before" })}
              options={[
                { value: "before", label: "The conversation up to the answer" },
                { value: "whole", label: "The conversation with the answer" },
              ]}
            />
          )}
        </Field>
      ) : null}
      {isCompared(draft.use) ? (
        <Field label="Where people answered differently">
          {(control) => (
            <Select
              {...control}
              value={draft.rule}
              onValueChange={(value) => {
                const rule = OFFERED_RULES.find((one) => one === value);
                if (rule) onChange({ ...draft, rule });
              }}
              options={OFFERED_RULES.map((value) => ({ value, label: RULES[value] }))}
            />
          )}
        </Field>
      ) : null}
      <Field
        label="Held out, in percent"
        help="Rows that no job learns from, to measure with."
        error={draftFaults(draft).heldOut ?? problemOf(error, "held_out")}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            className="w-24!"
            value={draft.heldOut}
            onChange={({ target }) => onChange({ ...draft, heldOut: target.value })}
          />
        )}
      </Field>
    </>
  );
}

function FieldChoice({ fields, draft, onChange }: Pick<RecipeFieldsProps, "fields" | "draft" | "onChange">) {
  const offered = fieldsFor(draft.use, fields);
  const chosen = offered.find(({ ref }) => ref === draft.field);
  if (offered.length === 0) return null;
  const values = chosen && draft.use === "approved" ? approvals(chosen) : [];
  return (
    <>
      <Field label="Question">
        {(control) => (
          <Select
            {...control}
            value={draft.field}
            onValueChange={(ref) => onChange(withField(draft, ref, fields))}
            options={offered.map(({ ref, name }) => ({ value: ref, label: name }))}
          />
        )}
      </Field>
      {values.length > 0 ? (
        <Field label="An answer is approved by">
          {(control) => (
            <Select
              {...control}
              value={draft.approval}
              onValueChange={(approval) => onChange({ ...draft, approval })}
              options={values.map(({ value, label }) => ({ value, label }))}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}
