"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { evaluationListQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { MetricField } from "#components/evaluations/parts/metric-field.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import type { CheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { useAliasActs } from "./alias-acts.ts";
import {
  draftOf,
  emptyLine,
  type GateDraft,
  type GateFaults,
  gateFaults,
  gateInput,
  type LineDraft,
  type LineFaults,
  MAX_GUARDS,
} from "./gate-draft.ts";

type GateDialogProps = {
  modelId: string;
  /** The alias that gets a gate; null asks for its name. */
  alias: string | null;
  gate: CheckpointGate | null;
  onClose: () => void;
};

/** What a checkpoint must show before the alias moves to it. */
export function GateDialog({ modelId, alias, gate, onClose }: GateDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const { setGate } = useAliasActs(modelId);
  const evaluations = useInfiniteQuery(evaluationListQuery(projectId, ""));
  const known = evaluations.data ?? [];
  const [draft, setDraft] = useState<GateDraft>(() =>
    gate
      ? draftOf(gate)
      : { alias: alias ?? "production", target: emptyLine(known), guards: [], needsApproval: false },
  );
  const [isChecked, setChecked] = useState(false);
  const faults = isChecked ? gateFaults(draft) : { target: {}, guards: [] };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const input = gateInput(draft);
    if (input && !setGate.isPending) setGate.mutate(input, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={alias === null ? "New gate" : `Gate of ${alias}`}
      description="A checkpoint gets the alias only if it is better than the one that has it, by more than chance: the whole 95 % interval counts."
      width="lg"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={setGate.isPending}>
            Set gate
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {alias === null ? (
          <Field label="Alias" required error={faults.alias}>
            {(control) => (
              <Input
                {...control}
                value={draft.alias}
                maxLength={64}
                spellCheck={false}
                onChange={({ target }) => setDraft({ ...draft, alias: target.value.trim() })}
              />
            )}
          </Field>
        ) : null}
        <GateFields
          draft={draft}
          faults={faults}
          evaluations={known}
          isLoading={evaluations.isPending}
          onChange={setDraft}
        />
        {evaluations.data?.length === 0 ? (
          <FieldError error="The project has no evaluations yet. Create one under Evaluations, and run it on two checkpoints." />
        ) : null}
        <FieldError
          error={
            setGate.error
              ? explainError(setGate.error)
              : evaluations.error
                ? explainError(evaluations.error)
                : null
          }
        />
      </form>
    </Dialog>
  );
}

type GateFieldsProps = {
  draft: GateDraft;
  faults: GateFaults;
  evaluations: readonly Evaluation[];
  isLoading: boolean;
  onChange: (draft: GateDraft) => void;
};

function GateFields({ draft, faults, evaluations, isLoading, onChange }: GateFieldsProps) {
  const { target, guards } = draft;
  const setGuard = (at: number, part: Partial<LineDraft>) =>
    onChange({
      ...draft,
      guards: guards.map((guard, index) => (index === at ? { ...guard, ...part } : guard)),
    });
  const shared = { evaluations, isLoading };
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-2 font-medium text-sm">Must get better</legend>
        <LineFields
          {...shared}
          line={target}
          amountLabel="Minimum gain"
          wantsGain
          faults={faults.target}
          onChange={(part) => onChange({ ...draft, target: { ...target, ...part } })}
        />
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 font-medium text-sm">May not get worse</legend>
        {guards.map((guard, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity than its place
          <div key={at} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <LineFields
                {...shared}
                line={guard}
                amountLabel="By at most"
                wantsGain={false}
                faults={faults.guards[at] ?? {}}
                onChange={(part) => setGuard(at, part)}
              />
            </div>
            <IconButton
              label={`Take out line ${at + 1}`}
              icon={<X />}
              size="sm"
              onClick={() => onChange({ ...draft, guards: guards.filter((_, index) => index !== at) })}
            />
          </div>
        ))}
        {guards.length < MAX_GUARDS ? (
          <Button
            size="sm"
            icon={<Plus />}
            className="w-fit"
            onClick={() => onChange({ ...draft, guards: [...guards, emptyLine(evaluations)] })}
          >
            Add a line
          </Button>
        ) : null}
      </fieldset>
      <Checkbox
        checked={draft.needsApproval}
        onCheckedChange={(needsApproval) => onChange({ ...draft, needsApproval })}
        label="Each move waits for an admin"
        help="Engineers ask, and admins approve or refuse. Admins move it themselves."
      />
      <p className="text-faint text-xs">
        Amounts are in the unit of the metric: 0.02 of exact match are 2 points of percent, 200 of latency are
        200 ms. Where less is better, less counts as a gain.
      </p>
    </>
  );
}

type LineFieldsProps = {
  line: LineDraft;
  amountLabel: string;
  wantsGain: boolean;
  evaluations: readonly Evaluation[];
  isLoading: boolean;
  faults: LineFaults;
  onChange: (part: Partial<LineDraft>) => void;
};

function LineFields(props: LineFieldsProps) {
  const { line, amountLabel, wantsGain, evaluations, isLoading, faults, onChange } = props;
  return (
    <div className="grid grid-cols-1 gap-2 sm:grid-cols-[1fr_1fr_7rem]">
      <Field label="Evaluation" error={faults.evaluationId}>
        {(control) => (
          <Select
            {...control}
            value={line.evaluationId}
            onValueChange={(evaluationId) => onChange({ evaluationId, metric: null })}
            placeholder={isLoading ? "Loading…" : "Choose…"}
            options={evaluations.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      <MetricField
        evaluation={evaluations.find(({ id }) => id === line.evaluationId)}
        metric={line.metric}
        wantsGain={wantsGain}
        error={faults.metric}
        onChange={(metric) => onChange({ metric })}
      />
      <Field label={amountLabel} error={faults.amount}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={line.amount}
            onChange={({ target }) => onChange({ amount: target.value })}
          />
        )}
      </Field>
    </div>
  );
}
