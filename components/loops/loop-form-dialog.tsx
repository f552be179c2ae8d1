"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { datasetChoicesQuery } from "#components/datasets/parts/dataset-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { datasetOptions, draftFaults, draftOf, inputOf } from "./loop-draft.ts";
import { BeginFields, MeasureFields, TrainFields } from "./loop-form-fields.tsx";
import { useSaveLoop } from "./loop-queries.ts";

type LoopFormDialogProps = { loop: Loop | null; onClose: () => void; onSaved: (loop: Loop) => void };

/** A new loop, or one that is changed. */
export function LoopFormDialog({ loop, onClose, onSaved }: LoopFormDialogProps) {
  const formId = useId();
  const { projectId } = useProject();
  const datasets = useQuery(datasetChoicesQuery(projectId));
  const save = useSaveLoop(projectId);
  const [draft, setDraft] = useState(() => draftOf(loop, Intl.DateTimeFormat().resolvedOptions().timeZone));
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
    const kind = datasets.data?.find(({ id }) => id === draft.datasetId)?.kind ?? null;
    const input = inputOf(draft, kind, loop);
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
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={save.isPending || datasets.isPending}
          >
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
            error={faults.datasetId ?? (datasets.error ? explainError(datasets.error) : null)}
          >
            {(control) => (
              <Select
                {...control}
                value={draft.datasetId}
                onValueChange={(datasetId) => onChange({ datasetId })}
                placeholder={datasets.isPending ? "Loading…" : "Choose a dataset…"}
                options={datasetOptions(datasets.data ?? [])}
              />
            )}
          </Field>
        </div>
        <BeginFields {...parts} />
        <TrainFields {...parts} />
        <MeasureFields {...parts} />
        <FieldError error={save.error ? explainError(save.error) : null} />
      </form>
    </Dialog>
  );
}
