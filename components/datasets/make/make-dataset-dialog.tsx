"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type Preview, previewQuery } from "#components/datasets/parts/dataset-queries.ts";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { useSettled } from "#components/ui/use-settled.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { type DatasetDraft, draftFaults, firstDraft, firstJudgeDraft } from "./dataset-draft.ts";
import { DatasetPreview, type LeftOut, PreviewLine } from "./dataset-preview.tsx";
import { recipeOf, recipeWith, sourceOf } from "./draft-recipe.ts";
import { IntoField } from "./into-field.tsx";
import { type Origin, originName } from "./origin.ts";
import { RecipeFields } from "./recipe-fields.tsx";
import { SourceFields } from "./source-fields.tsx";
import { useMakeDataset } from "./use-make-dataset.ts";
import { useNamedDraft } from "./use-named-draft.ts";

type MakeDatasetDialogProps = {
  origin: Origin;
  onClose: () => void;
  /** Whether a judge is to learn from it. */
  isForJudge?: boolean;
  /** Whether the page shows what comes of it. */
  staysHere?: boolean;
};

/** From answers, or from what a list shows, to a dataset with its first version; what it would hold is shown all along. */
export function MakeDatasetDialog(props: MakeDatasetDialogProps) {
  const { origin, onClose, isForJudge = false, staysHere = false } = props;
  const formId = useId();
  const { projectId } = useProject();
  const { draft, setDraft, keptName, note } = useNamedDraft(originName(origin), () =>
    isForJudge ? firstJudgeDraft(origin) : firstDraft(origin),
  );
  const [into, setInto] = useState<Dataset | null>(null);
  const { kind } = draft;
  // A dataset of the other kind cannot take it.
  const chosen = into?.kind === kind ? into : null;
  const { recipe, isTaken } = wantedRecipe(draft, origin, chosen);
  const preview = useQuery(
    previewQuery(useSettled(recipe === null ? null : { projectId, kind, recipe, limit: 1 })),
  );
  const make = useMakeDataset(onClose, { staysHere });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (recipe === null || isTaken) return;
    if (chosen) make.add(chosen, recipe);
    else if (!draftFaults(draft).name) make.begin({ name: keptName(), kind, recipe });
  };
  const change = (next: DatasetDraft) => {
    setDraft(next);
    make.reset();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={isForJudge ? "Train a judge" : "Make a dataset"}
      description={purposeOf(origin, isForJudge)}
      width="lg"
      notice={preview.data && recipe !== null ? <PreviewLine preview={preview.data} kind={kind} /> : null}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <BuildButton
            form={formId}
            pending={make.isPending}
            disabled={recipe === null || isTaken || hasNoRows(preview.data)}
            isAdded={chosen !== null}
          />
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
          <IntoField
            kind={kind}
            into={chosen}
            onChange={(dataset) => {
              setInto(dataset);
              make.reset();
            }}
          />
          {chosen ? null : <NameField {...{ draft, note }} error={make.error} onChange={change} />}
          <SourceFields origin={origin} draft={draft} onChange={change} />
          {chosen ? null : (
            <RecipeFields origin={origin} draft={draft} error={make.error} onChange={change} />
          )}
          <Faults error={make.error} takenBy={isTaken ? chosen : null} />
        </div>
        <DatasetPreview
          preview={preview}
          recipe={recipe}
          kind={kind}
          onLeaveOut={chosen ? null : (which) => change(withoutNoted(draft, which))}
        />
      </form>
    </Dialog>
  );
}

function withoutNoted(draft: DatasetDraft, which: LeftOut): DatasetDraft {
  return which === "secrets" ? { ...draft, secrets: "reject" } : { ...draft, [which]: true };
}

/** The whole recipe that would be built, and whether the dataset has that source. */
function wantedRecipe(
  draft: DatasetDraft,
  origin: Origin,
  into: Dataset | null,
): { recipe: Recipe | null; isTaken: boolean } {
  if (!into) return { recipe: recipeOf(draft, origin), isTaken: false };
  const source = sourceOf(draft, origin);
  return source ? recipeWith(into.recipe, source) : { recipe: null, isTaken: false };
}

/** What no field shows, and that a dataset has the source already. */
function Faults({ error, takenBy }: { error: unknown; takenBy: Dataset | null }) {
  return (
    <>
      <FieldError error={isNameTaken(error) ? null : formProblem(error, ["name", "held_out"])} />
      {takenBy ? <p className="text-sm text-warning-ink">“{takenBy.name}” takes this already.</p> : null}
    </>
  );
}

type BuildButtonProps = { form: string; pending: boolean; disabled: boolean; isAdded: boolean };

function BuildButton({ isAdded, ...rest }: BuildButtonProps) {
  return (
    <Button type="submit" variant="primary" {...rest}>
      {isAdded ? "Add and build" : "Build"}
    </Button>
  );
}

type NameFieldProps = {
  draft: DatasetDraft;
  note: string | null;
  error: unknown;
  onChange: (draft: DatasetDraft) => void;
};

function NameField({ draft, note, error, onChange }: NameFieldProps) {
  const problem =
    draftFaults(draft).name ??
    (isNameTaken(error)
      ? `“${draft.name}” is the name of another dataset or object. Choose another.`
      : problemOf(error, "name"));
  return (
    <Field label="Name" help={note} error={problem}>
      {(control) => (
        <Input
          {...control}
          value={draft.name}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
      )}
    </Field>
  );
}

function purposeOf(origin: Origin, isForJudge: boolean): string {
  if (origin.kind === "upload") return `Rows to train on, from the file “${origin.filename}”.`;
  if (origin.kind === "version") return `Rows to train on, from “${origin.name}”, which does not change.`;
  if (origin.kind !== "queue") return `Rows to train on, from ${origin.words}, which do not change.`;
  const { name } = origin.queue;
  return isForJudge
    ? `First a dataset: rows that teach a model to say what people say in “${name}”. Then train it, and measure it against them.`
    : `Rows to train on, from the answers in “${name}”. The queue does not change.`;
}

function isNameTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "name_taken";
}

function hasNoRows(preview: Preview | undefined): boolean {
  return preview !== undefined && preview.counts.train + preview.counts.heldOut === 0;
}
