"use client";

import { type FormEvent, useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { draftFaults, draftOf, inputOf } from "./loop-draft.ts";
import { BeginFields, MeasureFields, TrainFields } from "./loop-form-fields.tsx";
import { useSaveLoop } from "./loop-queries.ts";
import { useLoopDataset } from "./use-loop-dataset.ts";

type LoopFormDialogProps = {
  loop: Loop | null;
  /** Whether it is opened to let the loop make more jobs, so that it begins there. */
  isAboutBudget?: boolean;
  onClose: () => void;
  onSaved: (loop: Loop) => void;
};

/** A new loop, or one that is changed. */
export function LoopFormDialog({ loop, isAboutBudget = false, onClose, onSaved }: LoopFormDialogProps) {
  const formId = useId();
  const { projectId } = useProject();
  const save = useSaveLoop(projectId);
  const [draft, setDraft] = useState(() => draftOf(loop, Intl.DateTimeFormat().resolvedOptions().timeZone));
  const dataset = useLoopDataset(draft.datasetId);
  const [isTried, setTried] = useState(false);
  const faults = isTried ? draftFaults(draft) : {};
  const onChange = (part: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // What is trained depends on the kind of the dataset; until that is known the button waits.
    const input = inputOf(draft, dataset.kind, loop);
    if (!input || save.isPending) return;
    save.mutate({ loopId: loop?.id ?? null, input }, { onSuccess: (saved) => onSaved(saved.loop) });
  };
  const parts = { draft, faults, onChange };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title={loop ? "Edit the loop" : "New loop"}
      description="It acts for the person who saved it last, with their rights."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={save.isPending || dataset.isPending}>
            {loop ? "Save" : "Create loop"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Name" required error={faults.name}>
            {(control) => (
              <Input
                {...control}
                value={draft.name}
                maxLength={128}
                placeholder="Every night"
                onChange={({ target }) => onChange({ name: target.value })}
              />
            )}
          </Field>
          <Field
            label="Dataset"
            required
            help="A version of it is built first."
            error={faults.datasetId ?? dataset.fault ?? problemOf(save.error, "dataset_id")}
          >
            {(control) => (
              <Select
                {...control}
                value={draft.datasetId}
                onValueChange={(datasetId) => onChange({ datasetId })}
                placeholder={dataset.isPending ? "Loading…" : "Choose a dataset…"}
                options={dataset.options}
              />
            )}
          </Field>
        </div>
        <BeginFields {...parts} />
        <TrainFields {...parts} isSupervised={dataset.kind === null || dataset.kind === "sft"} />
        <MeasureFields {...parts} isAboutBudget={isAboutBudget} />
        <FieldError error={formProblem(save.error, ["dataset_id"])} />
      </form>
    </Dialog>
  );
}
