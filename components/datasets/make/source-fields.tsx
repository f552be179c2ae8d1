"use client";

import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { ConsensusRule } from "#lib/contract/datasets/uses.ts";
import { approvals } from "./approvals.ts";
import { type DatasetDraft, draftFaults, rulesFor, withField, withTaking } from "./dataset-draft.ts";
import { fieldsFor, isCompared, type Origin, type Taking, takingsOf } from "./origin.ts";

const TAKINGS: { [T in Taking]: { label: string; help: string } } = {
  labels: { label: "Labels", help: "The model learns to give the value that people chose." },
  approved: {
    label: "Approved answers",
    help: "The model learns the recorded answers that people approved.",
  },
  corrections: { label: "Corrections", help: "The model learns what people wrote in place of an answer." },
  pairs: { label: "Pairs", help: "Which of two answers people preferred." },
  corrected: { label: "Corrections as pairs", help: "What people wrote is better than the recorded answer." },
  recorded: { label: "Recorded answers", help: "The model learns them as they are, all of them." },
  liked: {
    label: "Answers with a thumb up",
    help: "The model learns the recorded answers that people liked.",
  },
  rows: { label: "Conversations", help: "Each row is a conversation to learn." },
  pair_rows: { label: "Pairs", help: "Each row has two answers to one prompt, of which one is better." },
  votes: { label: "Votes", help: "Which of two answers people preferred outside of queues." },
};

const RULES: { [R in ConsensusRule]: string } = {
  majority: "The value of most answers",
  weighted: "The most probable value, by how reliable people are",
  each: "Each answer by itself",
  mean: "The mean of the numbers",
  decided: "Only what a lead decided",
};

type SourceFieldsProps = { origin: Origin; draft: DatasetDraft; onChange: (draft: DatasetDraft) => void };

/** What is taken from where the dialog was opened, and what holds where people differ. */
export function SourceFields({ origin, draft, onChange }: SourceFieldsProps) {
  const takings = takingsOf(origin);
  return (
    <>
      <RadioGroup
        label="What to learn from"
        value={draft.taking}
        onValueChange={(value) => {
          const taking = takings.find((one) => one === value);
          if (taking) onChange(withTaking(draft, taking, origin));
        }}
        options={takings.map((value) => ({ value, ...TAKINGS[value] }))}
      />
      <FieldChoice origin={origin} draft={draft} onChange={onChange} />
      {isCompared(draft.taking) ? (
        <ConsensusFields origin={origin} draft={draft} onChange={onChange} />
      ) : null}
    </>
  );
}

function ConsensusFields({ origin, draft, onChange }: SourceFieldsProps) {
  const rules = rulesFor(draft.taking, origin, draft.field);
  return (
    <>
      <Field
        label="Where people answered differently"
        help={
          draft.rule === "weighted"
            ? "A row weighs as much as its value is probable. Needs items that several people answered."
            : ""
        }
      >
        {(control) => (
          <Select
            {...control}
            value={draft.rule}
            onValueChange={(value) => {
              const rule = rules.find((one) => one === value);
              if (rule) onChange({ ...draft, rule });
            }}
            options={rules.map((value) => ({ value, label: RULES[value] }))}
          />
        )}
      </Field>
      {draft.rule === "decided" ? null : (
        <Field label="Answers that an item needs" error={draftFaults(draft).minAnswers ?? null}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="w-24!"
              value={draft.minAnswers}
              onChange={({ target }) => onChange({ ...draft, minAnswers: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function FieldChoice({ origin, draft, onChange }: SourceFieldsProps) {
  const offered = fieldsFor(draft.taking, origin);
  const chosen = offered.find(({ ref }) => ref === draft.field);
  if (offered.length === 0) return null;
  const values = chosen && draft.taking === "approved" ? approvals(chosen) : [];
  return (
    <>
      <Field label="Question">
        {(control) => (
          <Select
            {...control}
            value={draft.field}
            onValueChange={(ref) => onChange(withField(draft, ref, origin))}
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
