"use client";

import { type FormEvent, useId, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useLabelJob } from "#components/run/queries/training-queries.ts";
import { type LabelDraft, labelFaults, labelsOf } from "#components/run/state/job-labels.ts";
import { LabelFields } from "#components/training/parts/label-fields.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** Changes what people call a job; what was typed stays where it is refused. */
export function EditLabelsDialog({ job, onClose }: { job: TrainingJob; onClose: () => void }) {
  const [draft, setDraft] = useState<LabelDraft>({
    name: job.name ?? "",
    tags: job.tags.join(", "),
    note: job.note ?? "",
    group: job.group ?? "",
  });
  const formId = useId();
  const save = useLabelJob(job.id);
  const fault = labelFaults(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === null) save.mutate(labelsOf(draft), { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Name, tags and note"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <LabelFields
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          error={fault ?? (save.error ? explainError(save.error) : null)}
        />
      </form>
    </Dialog>
  );
}
