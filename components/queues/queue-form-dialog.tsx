"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { explainError, formProblem, problemOf } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorBanner } from "#components/ui/error-state.tsx";
import { Field, FieldError } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { Queue } from "#lib/contract/queues.ts";
import type { AnnotationField } from "./annotation-field.ts";
import { FieldPicker } from "./field-picker.tsx";
import { GuidelinesInput } from "./guidelines-input.tsx";
import { annotationFieldsQuery, queueFieldsQuery, useSaveQueue } from "./queue-queries.ts";

type QueueFormDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The queue to change; null makes a new one. */
  queue: Queue | null;
  onSaved?: (queueId: string) => void;
};

export function QueueFormDialog({ open, onOpenChange, queue, onSaved }: QueueFormDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={queue ? "Edit queue" : "New queue"} width="lg">
      {open ? (
        <LoadedForm
          queue={queue}
          onCancel={() => onOpenChange(false)}
          onSaved={(queueId) => {
            onOpenChange(false);
            onSaved?.(queueId);
          }}
        />
      ) : null}
    </Dialog>
  );
}

type FormProps = { queue: Queue | null; onCancel: () => void; onSaved: (queueId: string) => void };

/** The fields a queue asks for are known only by reference; the form waits until they are read. */
function LoadedForm(props: FormProps) {
  const { projectId } = useProject();
  const asked = useQuery(queueFieldsQuery(projectId, props.queue?.scorerRefs ?? []));
  const known = useQuery(annotationFieldsQuery(projectId));
  const error = asked.error ?? known.error;
  if (error)
    return (
      <ErrorBanner
        title="The fields could not be loaded."
        detail={explainError(error)}
        onRetry={() => void Promise.all([asked.refetch(), known.refetch()])}
      />
    );
  if (!asked.data || !known.data) return <SkeletonLines label="Loading the fields" lines={6} />;
  return <QueueForm {...props} initialFields={asked.data} knownFields={known.data} />;
}

function QueueForm({
  queue,
  onCancel,
  onSaved,
  initialFields,
  knownFields,
}: FormProps & { initialFields: AnnotationField[]; knownFields: AnnotationField[] }) {
  const { projectId } = useProject();
  const save = useSaveQueue(projectId, queue?.id ?? null);
  const formId = useId();
  const [name, setName] = useState(queue?.name ?? "");
  const [description, setDescription] = useState(queue?.description ?? "");
  const [fields, setFields] = useState<readonly AnnotationField[]>(initialFields);
  const [tried, setTried] = useState(false);
  const nameError =
    problemOf(save.error, "name") ?? (tried && !name.trim() ? "Give the queue a name." : null);
  const submit = () => {
    setTried(true);
    if (!name.trim()) return;
    const draft = { name: name.trim(), description, scorerRefs: fields.map(({ ref }) => ref) };
    save.mutate(draft, { onSuccess: onSaved });
  };
  return (
    <div className="flex flex-col gap-5">
      <form
        id={formId}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Name" required error={nameError}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={255}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <GuidelinesInput
          value={description}
          onChange={setDescription}
          error={problemOf(save.error, "description")}
        />
      </form>
      <FieldPicker chosen={fields} known={knownFields} onChange={setFields} />
      <FieldError error={formProblem(save.error, ["name", "description"])} />
      <div className="flex justify-end gap-2 border-line border-t pt-4">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
          {queue ? "Save queue" : "Create queue"}
        </Button>
      </div>
    </div>
  );
}
