"use client";

import { problemOf } from "#components/layout/state/explain-error.ts";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { canContradict, type DatasetDraft, draftFaults, isGivenRows, readingOf } from "./dataset-draft.ts";
import type { Origin } from "./origin.ts";

type RecipeFieldsProps = {
  origin: Origin;
  draft: DatasetDraft;
  /** What the service refused. */
  error: unknown;
  onChange: (draft: DatasetDraft) => void;
};

const SECRETS: readonly { value: DatasetDraft["secrets"]; label: string }[] = [
  { value: "report", label: "Count and mark them" },
  { value: "mask", label: "Replace them, for example with <EMAIL>" },
  { value: "reject", label: "Leave such rows out" },
];

/** What holds for all rows, wherever they come from. */
export function RecipeFields({ origin, draft, error, onChange }: RecipeFieldsProps) {
  const isLabels = draft.taking === "labels";
  return (
    <>
      {draft.kind === "eval" ? (
        <p className="text-muted text-sm">
          All rows are held out, and datasets to train on leave out what shares a thread or a prompt with
          them.
        </p>
      ) : (
        <HeldOutField draft={draft} error={error} onChange={onChange} />
      )}
      {draft.taking === "judge" ? <QuestionField draft={draft} onChange={onChange} /> : null}
      {isLabels ? <LabelFields origin={origin} draft={draft} onChange={onChange} /> : null}
      <details>
        <summary className="w-fit cursor-pointer rounded-sm text-muted text-sm hover:text-ink">
          Secrets, duplicates and evaluation
        </summary>
        <div className="mt-3 flex flex-col gap-4">
          <Field
            label="Keys, cards, e-mail addresses, phone numbers"
            help="Found by pattern only; names and addresses of people are not detected."
          >
            {(control) => (
              <Select
                {...control}
                value={draft.secrets}
                onValueChange={(value) => {
                  const action = SECRETS.find((one) => one.value === value);
                  if (action) onChange({ ...draft, secrets: action.value });
                }}
                options={SECRETS}
              />
            )}
          </Field>
          <Checkbox
            label="Leave out rows with nearly the same words"
            checked={draft.isNearDropped}
            onCheckedChange={(isNearDropped) => onChange({ ...draft, isNearDropped })}
          />
          {canContradict(draft, origin) ? (
            <Checkbox
              label={
                isGivenRows(origin.kind)
                  ? "Leave out rows that contradict each other"
                  : "Leave out prompts that have different labels"
              }
              checked={draft.leavesConflicts}
              onCheckedChange={(leavesConflicts) => onChange({ ...draft, leavesConflicts })}
            />
          ) : null}
          <Checkbox
            label="Leave out rows with an empty question or answer"
            checked={draft.leavesEmpties}
            onCheckedChange={(leavesEmpties) => onChange({ ...draft, leavesEmpties })}
          />
          {origin.kind === "upload" || draft.taking === "labels" || draft.taking === "judge" ? null : (
            <Checkbox
              label="Leave out rows that rest on calls they do not have"
              checked={draft.leavesMissingCalls}
              onCheckedChange={(leavesMissingCalls) => onChange({ ...draft, leavesMissingCalls })}
            />
          )}
          {origin.kind === "queue" ? (
            <Checkbox
              label="Leave out items that reinforcement runs asked about"
              checked={!draft.takesRunItems}
              onCheckedChange={(isLeftOut) => onChange({ ...draft, takesRunItems: !isLeftOut })}
            />
          ) : null}
          {draft.kind === "eval" ? null : (
            <Checkbox
              label="Leave out what evaluation datasets measure by"
              checked={draft.isGuarded}
              onCheckedChange={(isGuarded) => onChange({ ...draft, isGuarded })}
            />
          )}
        </div>
      </details>
    </>
  );
}

function HeldOutField({ draft, error, onChange }: Omit<RecipeFieldsProps, "origin">) {
  return (
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
  );
}

function QuestionField({ draft, onChange }: Pick<RecipeFieldsProps, "draft" | "onChange">) {
  return (
    <Field
      label="What the judge is asked"
      help="It stands before the conversation and its answer, in each row and later in the grader."
      error={draftFaults(draft).question ?? null}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          className="field-sizing-content"
          value={draft.question}
          onChange={({ target }) => onChange({ ...draft, question: target.value })}
        />
      )}
    </Field>
  );
}

function LabelFields({ origin, draft, onChange }: Omit<RecipeFieldsProps, "error">) {
  return (
    <>
      <Field label="What the model reads" help={readingOf(draft, origin)?.reason}>
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
      <Field
        label="What the model replies"
        help="{{value}} stands for the label."
        error={draftFaults(draft).replyTemplate ?? null}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            className="field-sizing-content"
            value={draft.replyTemplate}
            onChange={({ target }) => onChange({ ...draft, replyTemplate: target.value })}
          />
        )}
      </Field>
    </>
  );
}
