"use client";

import { type SyntheticEvent, useId, useRef, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { FieldPicker } from "#components/queues/fields/field-picker.tsx";
import { FieldRulesInputs } from "#components/queues/fields/field-rules-inputs.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import {
  type DraftProblems,
  draftProblems,
  type QueueFormDraft,
} from "#components/queues/parts/queue-draft.ts";
import { FormSection, type QueueFormPart } from "#components/queues/parts/queue-form-parts.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { focusFirstFault } from "#components/ui/field/focus-first-fault.ts";
import { Input } from "#components/ui/field/input.tsx";
import { late } from "#components/ui/mount/late.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { GuidelinesInput } from "./guidelines-input.tsx";
import { QueueKindChoice, QueueRuleFields } from "./queue-people-fields.tsx";
import { QueuePreview } from "./queue-preview.tsx";
import { QueueWorkFields } from "./queue-work-fields.tsx";
import { TemplateChoice } from "./template-choice.tsx";
import { type BegunField, useBegunField } from "./use-begun-field.ts";
import { useQueueEdit } from "./use-queue-edit.ts";

/** It brings what compares texts. */
const MergeNotice = late(() => import("./merge-notice.tsx").then((file) => file.MergeNotice), {
  when: "wanted",
});

type QueueFormProps = {
  queue: Queue | null;
  initial: QueueFormDraft;
  knownFields: readonly AnnotationField[];
  onCancel: () => void;
  onChanged: (isChanged: boolean) => void;
  onSaved: (queueId: string) => void;
};

/** The fields that the form shows problems at; what else is wrong stands at its foot. */
const SHOWN = [
  "name",
  "description",
  "kind",
  "scorer_refs",
  "required_refs",
  "field_rules",
  "annotator_ids",
  "annotators_per_item",
  "overlap_share",
  "reservation_minutes",
  "skip_reasons",
];

export function QueueForm({ queue, initial, knownFields, onCancel, onChanged, onSaved }: QueueFormProps) {
  const edit = useQueueEdit({ queue, initial });
  const { draft } = edit;
  const formId = useId();
  const [isTried, setTried] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const own: DraftProblems = isTried ? draftProblems(draft) : {};
  const problem = (field: string) =>
    Object.entries(own).find(([name]) => name === field)?.[1] ?? problemOf(edit.error, field);
  const begun = useBegunField((isUnfinished) => onChanged(isUnfinished || edit.isChanged(draft)));
  const set = (patch: Partial<QueueFormDraft>) => {
    const next = { ...draft, ...patch };
    edit.setDraft(next);
    onChanged(begun.isUnfinished || edit.isChanged(next));
  };
  const submit = () => {
    setTried(true);
    const isStopped = begun.stops();
    if (isStopped || Object.keys(draftProblems(draft)).length > 0) return focusFirstFault(box.current);
    edit.send({ onSaved, onError: () => focusFirstFault(box.current) });
  };
  const part = { draft, set, problem };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <div ref={box} className="flex min-h-full flex-col">
      <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col">
          {queue ? null : <TemplateChoice />}
          <form id={formId} onSubmit={onSubmit}>
            <Basics {...part} queue={queue} />
          </form>
          <Fields {...part} knownFields={knownFields} begun={begun} />
          <form onSubmit={onSubmit} aria-label="People and work">
            <QueueRuleFields {...part} />
            <QueueWorkFields {...part} />
          </form>
        </div>
        <QueuePreview draft={draft} />
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-surface px-4 py-3">
        {queue && edit.merged ? (
          <MergeNotice queueId={queue.id} {...{ merged: edit.merged, draft, set }} />
        ) : null}
        <span className="min-w-0 flex-1">
          <FieldError error={formProblem(edit.error, SHOWN)} />
          {asksNothing(draft) ? (
            <p className="text-sm text-warning-ink">
              This queue has no question yet. Without one, people can only leave notes and reactions.
            </p>
          ) : null}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" form={formId} variant="primary" pending={edit.isPending}>
          {queue ? "Save queue" : "Create queue"}
        </Button>
      </div>
    </div>
  );
}

function asksNothing({ kind, fields }: QueueFormDraft): boolean {
  return kind !== "pairwise" && fields.length === 0;
}

function Basics({ draft, set, problem, queue }: QueueFormPart & { queue: Queue | null }) {
  return (
    <FormSection>
      <Field label="Name" required error={problem("name")}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={255}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <GuidelinesInput
        value={draft.description}
        onChange={(description) => set({ description })}
        error={problem("description")}
      />
      <QueueKindChoice draft={draft} set={set} problem={problem} queueId={queue?.id ?? null} />
    </FormSection>
  );
}

type FieldsProps = QueueFormPart & { knownFields: readonly AnnotationField[]; begun: BegunField };

/** Outside the forms around it: a new field has a form of its own. */
function Fields({ draft, set, problem, knownFields, begun }: FieldsProps) {
  return (
    <FormSection>
      <FieldPicker
        chosen={draft.fields}
        known={knownFields}
        onChange={(fields) => set({ fields })}
        begun={begun.field}
        onBegun={begun.write}
        begunProblem={begun.problem}
      />
      <FieldError error={problem("scorer_refs") ?? problem("required_refs")} />
      {draft.fields.some(({ isMissing }) => !isMissing) ? (
        <>
          <RequiredFields draft={draft} set={set} />
          <FieldRulesInputs {...{ draft, set, problem }} />
          <FieldError error={problem("field_rules")} />
        </>
      ) : null}
    </FormSection>
  );
}

function RequiredFields({ draft, set }: Pick<QueueFormPart, "draft" | "set">) {
  const { fields, requiredRefs } = draft;
  const shown = fields.filter(({ isMissing }) => !isMissing);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 font-medium text-sm">Required</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {shown.map(({ ref, name }) => (
          <Checkbox
            key={ref}
            checked={requiredRefs.includes(ref)}
            onCheckedChange={(isOn) =>
              set({
                requiredRefs: isOn ? [...requiredRefs, ref] : requiredRefs.filter((other) => other !== ref),
              })
            }
            label={name}
          />
        ))}
      </div>
    </fieldset>
  );
}
