"use client";

import { CONSENSUS_LABELS } from "#components/datasets/parts/dataset-texts.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { valuesToName } from "./approvals.ts";
import {
  type DatasetDraft,
  draftFaults,
  rulesFor,
  withField,
  withKind,
  withTaking,
} from "./dataset-draft.ts";
import { fieldsFor, isCompared, kindsOf, type Origin, type Taking, takingsOf } from "./origin.ts";

type Words = { label: string; help: string };

/** What a dataset is for, as the dialog offers it. */
const PURPOSES: { [K in DatasetKind]: string } = {
  sft: "Replies to learn (supervised)",
  preference: "Which of two replies is better (preferences)",
  kto: "Good and bad replies (preferences, KTO)",
  reward: "Replies with rewards (preferences)",
  prompts: "Prompts to answer (reinforcement)",
  eval: "To measure models, never to train on",
};

const TAKINGS: { [T in Taking]: Words } = {
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
  rows: { label: "Rows", help: "Those of the file." },
  votes: { label: "Votes", help: "Which of two answers people preferred outside of queues." },
  ratings: { label: "Ratings", help: "How good people found the recorded answers." },
  thumbs: { label: "Thumbs", help: "Answers with a thumb up are good, those with a thumb down are not." },
  judge: {
    label: "A judge",
    help: "The model learns to say of an answer what people said of it, and becomes a grader.",
  },
  questions: { label: "Questions alone", help: "What was asked, without any answer." },
};

/** Where rows are something to answer, what people said is what a good answer says. */
const REFERENCES: Partial<typeof TAKINGS> = {
  labels: { label: "Labels", help: "A good answer is the value that people chose." },
  approved: { label: "Approved answers", help: "A good answer says what people approved." },
  corrections: { label: "Corrections", help: "A good answer says what people wrote in place of one." },
  liked: { label: "Answers with a thumb up", help: "A good answer says what people liked." },
  recorded: {
    label: "Recorded answers",
    help: "A good answer says what was recorded, whatever people said.",
  },
};

function takingWords(taking: Taking, kind: DatasetKind): Words {
  return (isAnswered(kind) ? REFERENCES[taking] : undefined) ?? TAKINGS[taking];
}

/** Whether rows are something to answer. */
function isAnswered(kind: DatasetKind): boolean {
  return kind === "prompts" || kind === "eval";
}

type SourceFieldsProps = { origin: Origin; draft: DatasetDraft; onChange: (draft: DatasetDraft) => void };

/** What is taken from where the dialog was opened, and what holds where people differ. */
export function SourceFields({ origin, draft, onChange }: SourceFieldsProps) {
  const kinds = kindsOf(origin);
  const takings = takingsOf(origin, draft.kind);
  return (
    <>
      {kinds.length > 1 ? (
        <Field label="What it is for">
          {(control) => (
            <Select
              {...control}
              value={draft.kind}
              onValueChange={(value) => {
                const kind = kinds.find((one) => one === value);
                if (kind) onChange(withKind(draft, kind, origin));
              }}
              options={kinds.map((value) => ({ value, label: PURPOSES[value] }))}
            />
          )}
        </Field>
      ) : null}
      {takings.length > 1 ? (
        <TakingChoice origin={origin} draft={draft} onChange={onChange} />
      ) : (
        <OnlyTaking taking={draft.taking} />
      )}
      <FieldChoice origin={origin} draft={draft} onChange={onChange} />
      {isCompared(draft.taking) ? (
        <ConsensusFields origin={origin} draft={draft} onChange={onChange} />
      ) : null}
    </>
  );
}

function OnlyTaking({ taking }: { taking: Taking }) {
  const { label, help } = TAKINGS[taking];
  return taking === "rows" ? null : (
    <p className="text-sm">
      {label}: <span className="text-muted">{help}</span>
    </p>
  );
}

function TakingChoice({ origin, draft, onChange }: SourceFieldsProps) {
  const takings = takingsOf(origin, draft.kind);
  return (
    <RadioGroup
      label={isAnswered(draft.kind) ? "What a good answer says" : "What to learn from"}
      value={draft.taking}
      onValueChange={(value) => {
        const taking = takings.find((one) => one === value);
        if (taking) onChange(withTaking(draft, taking, origin));
      }}
      options={takings.map((value) => ({ value, ...takingWords(value, draft.kind) }))}
    />
  );
}

function ConsensusFields({ origin, draft, onChange }: SourceFieldsProps) {
  const rules = rulesFor(draft, origin, draft.field);
  return (
    <>
      <Field
        label="Where people answered differently"
        help={
          draft.rule === "weighted"
            ? "Rows are weighted by how likely their value is. Needs items that several people answered."
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
            options={rules.map((value) => ({ value, label: CONSENSUS_LABELS[value] }))}
          />
        )}
      </Field>
      {draft.rule === "decided" ? null : (
        <Field label="Minimum answers per item" error={draftFaults(draft).minAnswers ?? null}>
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
  const offered = fieldsFor(draft, origin);
  const chosen = offered.find(({ ref }) => ref === draft.field);
  if (offered.length === 0) return null;
  const values = valuesToName(chosen, draft);
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
        <Field label={draft.taking === "ratings" ? "A reply is good by" : "An answer is approved by"}>
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
