"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { allCheckpointsQuery, useDeleteCheckpoints } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf, formatBytes } from "#components/ui/text/format.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";
import {
  type CleanUp,
  type CleanUpRule,
  checkpointMetrics,
  cleanUpOf,
  isLessBetter,
} from "./clean-up-rule.ts";

type CleanUpDialogProps = { model: ModelWithSteps; onClose: () => void };

/** Deletes checkpoints by a rule, after it has shown which ones. */
export function CleanUpDialog({ model, onClose }: CleanUpDialogProps) {
  const all = useQuery(allCheckpointsQuery(model.id));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Clean up the checkpoints of ${model.name}`}
      description="Checkpoints that no rule keeps are deleted permanently. Those with aliases always stay."
    >
      {all.data ? (
        <CleanUpForm model={model} checkpoints={all.data} onClose={onClose} />
      ) : all.error ? (
        <QueryError title="The checkpoints could not be loaded" query={all} />
      ) : (
        <SkeletonLines label="Loading the checkpoints" lines={4} />
      )}
    </Dialog>
  );
}

type CleanUpFormProps = { model: ModelWithSteps; checkpoints: readonly Checkpoint[]; onClose: () => void };

function CleanUpForm({ model, checkpoints, onClose }: CleanUpFormProps) {
  const metrics = checkpointMetrics(checkpoints);
  const [rule, setRule] = useState<CleanUpRule>({
    metric: metrics[0] ?? null,
    isLess: isLessBetter(metrics[0] ?? ""),
    newest: 1,
    keepsBase: true,
  });
  const remove = useDeleteCheckpoints(model.id);
  const rows = cleanUpOf(checkpoints, rule);
  const going = rows.filter(({ reasons }) => reasons.length === 0).map(({ checkpoint }) => checkpoint);
  const onDelete = () =>
    carryOut(
      remove,
      going.map(({ step }) => step),
      {
        onSuccess: () => {
          toast({ title: `${countOf(going.length, "checkpoint")} deleted` });
          onClose();
        },
      },
    );
  return (
    <div className="flex flex-col gap-4">
      <RuleFields rule={rule} metrics={metrics} onChange={(part) => setRule({ ...rule, ...part })} />
      <Preview rows={rows} going={going} />
      <FieldError error={remove.error ? explainError(remove.error) : null} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={going.length === 0} pending={remove.isPending} onClick={onDelete}>
          {going.length === 0 ? "Nothing to delete" : `Delete ${countOf(going.length, "checkpoint")}`}
        </Button>
      </div>
    </div>
  );
}

const NO_METRIC = "";
const WHICH = [
  { value: "less", label: "Lowest" },
  { value: "more", label: "Highest" },
];

type RuleFieldsProps = {
  rule: CleanUpRule;
  metrics: readonly string[];
  onChange: (part: Partial<CleanUpRule>) => void;
};

function RuleFields({ rule, metrics, onChange }: RuleFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">Keep</legend>
      <div className="grid grid-cols-[7rem_1fr] gap-2">
        <Select
          aria-label="Which value is best"
          value={rule.isLess ? "less" : "more"}
          disabled={rule.metric === null}
          onValueChange={(value) => onChange({ isLess: value === "less" })}
          options={WHICH}
        />
        <Select
          aria-label="Keep the best by metric"
          value={rule.metric ?? NO_METRIC}
          placeholder={metrics.length === 0 ? "No checkpoint has metrics" : "No metric"}
          disabled={metrics.length === 0}
          onValueChange={(metric) => onChange({ metric, isLess: isLessBetter(metric) })}
          options={metrics.map((name) => ({ value: name, label: name.replaceAll("_", " ") }))}
        />
      </div>
      <Field label="Number of newest to keep" help="At least 1.">
        {(control) => (
          <Input
            {...control}
            className="w-24"
            inputMode="numeric"
            value={String(rule.newest)}
            onChange={(event) => {
              const newest = Number(event.target.value.trim());
              if (Number.isSafeInteger(newest) && newest >= 0) onChange({ newest });
            }}
          />
        )}
      </Field>
      <Checkbox
        checked={rule.keepsBase}
        onCheckedChange={(keepsBase) => onChange({ keepsBase })}
        label="The base, step 0"
      />
    </fieldset>
  );
}

/** Rows that a preview shows without being asked. */
const SHOWN_STEPS = 200;

function Preview({ rows, going }: { rows: readonly CleanUp[]; going: readonly Checkpoint[] }) {
  const freed = going.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const staying = rows.filter(({ reasons }) => reasons.length > 0);
  const steps = going.map(({ step }) => step);
  return (
    <section aria-label="What will happen" className="flex flex-col gap-2 rounded-md border border-line p-3">
      <p className="text-sm">
        <strong className="font-medium">
          {countOf(going.length, "checkpoint")} of {rows.length}
        </strong>{" "}
        {going.length === 1 ? "goes" : "go"}
        {freed > 0 ? `, which frees ${formatBytes(freed)}` : ""}.
      </p>
      {steps.length > 0 ? (
        <p className="max-h-24 overflow-y-auto break-words text-danger-ink text-xs tabular-nums">
          Steps {steps.slice(0, SHOWN_STEPS).join(", ")}
          {steps.length > SHOWN_STEPS ? ` and ${steps.length - SHOWN_STEPS} more` : ""}
        </p>
      ) : null}
      <ul
        aria-label="Checkpoints that stay"
        className="flex max-h-40 flex-col gap-0.5 overflow-y-auto text-xs"
      >
        {staying.map(({ checkpoint, reasons }) => (
          <li key={checkpoint.id} className="flex gap-2">
            <span className="w-20 shrink-0 tabular-nums">Step {checkpoint.step} stays</span>
            <span className="min-w-0 text-muted">{reasons.join(", ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
