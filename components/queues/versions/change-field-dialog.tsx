"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import type { AnnotationField, JsonSchema } from "#components/queues/parts/annotation-field.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { AskAgain } from "#lib/contract/annotation/queue-fields.ts";
import { ChangeInputs } from "./change-inputs.tsx";
import { type ChangeDraft, changeDraftOf, changeOf, changeProblems } from "./field-change.ts";
import { fieldSchemaQuery, touchedQuery, useChangeField } from "./field-change-queries.ts";
import { isAskingNeeded, TouchedAnswers } from "./touched-answers.tsx";

type ChangeFieldDialogProps = { queueId: string; field: AnnotationField; onClose: () => void };

/** Makes a new version of a question: what it will be, what that touches, and who is asked again. */
export function ChangeFieldDialog(props: ChangeFieldDialogProps) {
  const { field, onClose } = props;
  const { projectId } = useProject();
  const schema = useQuery(fieldSchemaQuery(projectId, field.ref));
  const formId = useId();
  const [isSaving, setSaving] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Change the question"
      description="Answers keep the version that they were given for. Other queues with this question do not change."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isSaving}>
            Save
          </Button>
        </>
      }
    >
      {schema.error ? (
        <QueryErrorBanner title="The question could not be loaded." query={schema} />
      ) : schema.data ? (
        <ChangeForm {...props} schema={schema.data} formId={formId} onSaving={setSaving} />
      ) : (
        <SkeletonLines label="Loading the question" lines={5} />
      )}
    </Dialog>
  );
}

type ChangeFormProps = ChangeFieldDialogProps & {
  schema: JsonSchema;
  formId: string;
  onSaving: (isSaving: boolean) => void;
};

function ChangeForm({ queueId, field, schema, formId, onSaving, onClose }: ChangeFormProps) {
  const { projectId } = useProject();
  const place = { projectId, queueId };
  const save = useChangeField(place);
  const [draft, setDraft] = useState<ChangeDraft>(() => changeDraftOf(field));
  const [isTried, setTried] = useState(false);
  const [asked, setAsked] = useState<AskAgain | null>(null);
  const problems = changeProblems(draft, field.input);
  const isWhole = Object.keys(problems).length === 0;
  const change = isWhole ? changeOf(draft, field, schema) : null;
  const touched = useQuery({
    ...touchedQuery(place, { fieldRef: field.ref, ...change }),
    enabled: change !== null,
    // A schema that the service refuses is refused again.
    retry: false,
  });
  const isUnsaid = touched.data ? isAskingNeeded(touched.data) && asked === null : true;
  const submit = () => {
    setTried(true);
    if (isWhole && !change) return onClose();
    if (!change || isUnsaid || touched.isPlaceholderData) return showProblem(formId);
    onSaving(true);
    carryOut(
      save,
      { fieldRef: field.ref, ...change, askAgain: asked ?? "nobody" },
      {
        onSuccess: ({ askedAgain }) => {
          toast({ title: savedText(askedAgain), tone: "success" });
          onClose();
        },
        onSettled: () => onSaving(false),
      },
    );
  };
  const error = save.error ?? touched.error;
  const shown = isTried ? problems : {};
  return (
    <form
      id={formId}
      aria-label="The question"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChangeInputs
        input={field.input}
        draft={draft}
        problems={shown}
        set={(patch) => setDraft({ ...draft, ...patch })}
      />
      <FieldError error={problemOf(error, "field_schema") ?? formProblem(error, ["field_schema"])} />
      {change && !touched.error ? (
        <TouchedAnswers
          touched={touched.data}
          asked={asked}
          onAsk={setAsked}
          isMissing={isTried && isUnsaid && touched.data !== undefined}
        />
      ) : null}
    </form>
  );
}

/** Focuses the first field with a problem, once the problem is rendered. */
function showProblem(formId: string): void {
  requestAnimationFrame(() => {
    const form = document.getElementById(formId);
    const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = faulty ?? form?.querySelector<HTMLElement>('input[type="radio"]');
    target?.focus();
  });
}

function savedText(askedAgain: number): string {
  if (askedAgain === 0) return "The question was changed";
  return `The question was changed; ${countOf(askedAgain, "answer is", "answers are")} asked again`;
}
