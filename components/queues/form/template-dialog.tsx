"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { QueueTemplate } from "./queue-templates.ts";
import { useQueueTemplate } from "./use-queue-template.ts";

/** Says what a template makes, and makes it under the name that the reader gives. */
export function TemplateDialog({ template, onClose }: { template: QueueTemplate; onClose: () => void }) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const formId = useId();
  const make = useQueueTemplate(projectId, (queueId) =>
    router.push(projectHref({ entity, project }, "queues", queueId)),
  );
  const [name, setName] = useState(template.queue.name);
  const [isChecked, setChecked] = useState(false);
  const fault = name.trim() === "" ? "Enter a name for the queue." : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault) return;
    make.mutate({ ...template, queue: { ...template.queue, name: name.trim() } });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Start with “${template.title}”`}
      description="Creates the queue and its questions. You can change everything afterwards. The queue starts empty."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={make.isPending || make.isSuccess}>
            Create queue
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" error={(isChecked && fault) || problemOf(make.error, "name")}>
          {(control) => (
            <Input
              {...control}
              maxLength={255}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <TemplateFields template={template} />
        <FieldError error={formProblem(make.error, ["name"])} />
      </form>
    </Dialog>
  );
}

function TemplateFields({ template }: { template: QueueTemplate }) {
  if (template.fields.length === 0) return <p className="text-muted">{template.about}</p>;
  return (
    <div>
      <p className="font-medium">Questions</p>
      <ul className="mt-1 flex flex-col gap-1 text-muted">
        {template.fields.map(({ name, description }) => (
          <li key={name}>
            <span className="text-ink">{name}</span> {description}
          </li>
        ))}
      </ul>
    </div>
  );
}
