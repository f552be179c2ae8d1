"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import {
  type Preview,
  previewQuery,
  useBuildVersion,
  useCreateDataset,
} from "#components/datasets/parts/dataset-queries.ts";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { useSettled } from "#components/ui/use-settled.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { type DatasetDraft, draftFaults, firstDraft, kindOf, recipeOf } from "./dataset-draft.ts";
import { DatasetPreview } from "./dataset-preview.tsx";
import { RecipeFields } from "./recipe-fields.tsx";

type MakeDatasetDialogProps = { queue: Queue; fields: readonly AnnotationField[]; onClose: () => void };

/** From the answers of a queue to a dataset with its first version; what it would hold is shown all along. */
export function MakeDatasetDialog({ queue, fields, onClose }: MakeDatasetDialogProps) {
  const formId = useId();
  const { projectId } = useProject();
  const [draft, setDraft] = useState(() => firstDraft(queue, fields));
  const recipe = recipeOf(draft, queue.id, fields);
  const kind = kindOf(draft.use);
  const preview = useQuery(
    previewQuery(useSettled(recipe === null ? null : { projectId, kind, recipe, limit: 1 })),
  );
  const make = useMakeDataset(onClose);
  const faults = draftFaults(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (recipe !== null && !faults.name) make.begin({ name: draft.name, kind, recipe });
  };
  const change = (next: DatasetDraft) => {
    setDraft(next);
    make.reset();
  };
  const isNameTaken = make.error instanceof ApiError && make.error.code === "name_taken";
  const nameError =
    faults.name ??
    (isNameTaken ? `“${draft.name}” is the name of another dataset or object. Choose another.` : null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Make a dataset"
      description={`Rows to train on, from the answers in “${queue.name}”. The queue does not change.`}
      width="lg"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={make.isPending}
            disabled={recipe === null || hasNoRows(preview.data)}
          >
            Build
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        className="grid gap-5 sm:items-start sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Field label="Name" error={nameError ?? problemOf(make.error, "name")}>
            {(control) => (
              <Input
                {...control}
                value={draft.name}
                onChange={({ target }) => change({ ...draft, name: target.value })}
              />
            )}
          </Field>
          <RecipeFields queue={queue} fields={fields} draft={draft} error={make.error} onChange={change} />
          <FieldError error={isNameTaken ? null : formProblem(make.error, ["name", "held_out"])} />
        </div>
        <DatasetPreview preview={preview} isWhole={recipe !== null} kind={kind} />
      </form>
    </Dialog>
  );
}

function hasNoRows(preview: Preview | undefined): boolean {
  return preview !== undefined && preview.counts.train + preview.counts.heldOut === 0;
}

/** Creates the dataset and builds its first version, then opens it. A dataset whose build fails is opened too: there it can be repeated. */
function useMakeDataset(onDone: () => void) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const create = useCreateDataset(projectId);
  const build = useBuildVersion(projectId);
  const open = (id: string) => {
    router.push(projectHref({ entity, project }, "datasets", id));
    onDone();
  };
  const begin = (input: Parameters<typeof create.mutate>[0]) => {
    if (create.isPending || build.isPending) return;
    create.mutate(input, {
      onSuccess: ({ dataset: { id } }) =>
        build.mutate(id, {
          onSuccess: () => open(id),
          onError: (error) => {
            toast({
              title: `“${input.name}” has no version yet.`,
              detail: explainError(error),
              tone: "danger",
            });
            open(id);
          },
        }),
    });
  };
  return {
    begin,
    reset: create.reset,
    isPending: create.isPending || build.isPending,
    error: create.error,
  };
}
