"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { fewToMeasureBy } from "#components/datasets/findings/few-words.ts";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { DraftFaults, EvaluationDraft } from "./evaluation-draft.ts";
import type { GraderPreset } from "./grader-presets.ts";
import { useReferences } from "./use-references.ts";

type EvaluationFieldsProps = {
  draft: EvaluationDraft;
  graders: readonly GraderPreset[];
  faults: DraftFaults;
  error: Error | null;
  hasName?: boolean;
  onChange: (part: Partial<EvaluationDraft>) => void;
};

/** What an evaluation is called and what it measures by. A form that keeps the name leaves that field out. */
export function EvaluationFields(props: EvaluationFieldsProps) {
  const { draft, graders, faults, error, hasName = true, onChange } = props;
  const { projectId } = useProject();
  const datasets = useInfiniteQuery(datasetListQuery(projectId, { name: "", isArchived: false }));
  const chosen = datasets.data?.find(({ id }) => id === draft.datasetId);
  const references = useReferences({
    ...{ datasetId: draft.datasetId, version: null, rows: "measured" },
    graders: graders.filter(({ value }) => draft.graders.includes(value)),
  });
  const isTaken = error instanceof ApiError && error.code === "name_taken";
  const taken = isTaken ? "Another evaluation has this name. Choose another." : null;
  const loadFault = datasets.error ? explainError(datasets.error) : null;
  return (
    <>
      {hasName ? (
        <Field label="Name" required error={taken ?? faults.name ?? problemOf(error, "name")}>
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              maxLength={128}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          )}
        </Field>
      ) : null}
      <Field
        label="Dataset"
        required
        help="Its held-out rows are measured, in the newest version at each run."
        error={faults.datasetId ?? loadFault}
      >
        {(control) => (
          <Select
            {...control}
            value={draft.datasetId}
            onValueChange={(value) => onChange({ datasetId: value })}
            placeholder={datasets.isPending ? "Loading…" : "Choose a dataset…"}
            options={(datasets.data ?? []).map(datasetOption)}
          />
        )}
      </Field>
      <p role="status" className="text-sm text-warning-ink empty:hidden">
        {chosen?.latestVersion ? fewToMeasureBy(chosen.latestVersion) : null}
      </p>
      <CheckboxGroup
        label="Graders"
        values={draft.graders}
        onFlip={(value) => onChange({ graders: flipped(draft.graders, value) })}
        options={graders.map(({ value, label, help }) => ({ value, label, help }))}
        error={problemOf(error, "graders") ?? references.fault}
        help="Exact match with the reference is always measured, and of pairs whether the model prefers the right one. Make others on the page Graders; they are then offered here."
      />
      <p role="status" className="text-sm text-warning-ink empty:hidden">
        {references.note}
      </p>
      <Field label="Maximum tokens per answer" error={faults.maxTokens ?? problemOf(error, "max_tokens")}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            className="w-32!"
            value={draft.maxTokens}
            onChange={({ target }) => onChange({ maxTokens: target.value })}
          />
        )}
      </Field>
      <FieldError error={isTaken ? null : formProblem(error, ["name", "graders", "max_tokens"])} />
    </>
  );
}

/** A dataset that holds nothing out cannot be measured with. */
function datasetOption({ id, name, latestVersion }: Dataset): SelectOption {
  const rows = latestVersion?.counts.heldOut ?? 0;
  const help = latestVersion === null ? "no version yet" : rows === 0 ? "holds no rows out" : null;
  return {
    value: id,
    label: name,
    help: help ?? `${countOf(rows, "row")} held out in v${latestVersion?.number}`,
    disabled: help !== null,
  };
}

function flipped(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}
