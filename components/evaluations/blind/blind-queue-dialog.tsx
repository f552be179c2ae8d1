"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { blindPairsQuery, useMakeBlindQueue } from "#components/evaluations/parts/evaluation-queries.ts";
import { runLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { MAX_BLIND_ANNOTATORS, MAX_BLIND_ITEMS } from "#lib/contract/evaluation/blind-queues.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { pairsHelp } from "./blind-words.ts";

/** More than so many pairs are proposed to nobody. */
const PROPOSED_PAIRS = 50;

type BlindQueueDialogProps = {
  evaluation: Evaluation;
  runs: readonly EvaluationRun[];
  /** Chosen at first as the one to compare with. */
  baseline: string | null;
  onClose: () => void;
};

/** Which two are compared, and how much work that is. */
export function BlindQueueDialog({ evaluation, runs, baseline, onClose }: BlindQueueDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const make = useMakeBlindQueue(projectId, evaluation.id);
  const [runA, setRunA] = useState(baseline ?? runs[0]?.id ?? "");
  const [runB, setRunB] = useState(runs.find(({ id }) => id !== runA)?.id ?? "");
  const [typed, setTyped] = useState<string | null>(null);
  const pairs = useQuery(blindPairsQuery({ projectId, evaluationId: evaluation.id }, { runA, runB }));
  const items =
    typed ?? String(Math.max(1, Math.min(PROPOSED_PAIRS, pairs.data?.differing ?? PROPOSED_PAIRS)));
  const [annotators, setAnnotators] = useState("1");
  const [isChecked, setChecked] = useState(false);
  const faults = {
    runB: runA === runB ? "Choose another run than A." : null,
    items: rangeFault(items, MAX_BLIND_ITEMS),
    annotators: rangeFault(annotators, MAX_BLIND_ANNOTATORS),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(faults).some((fault) => fault !== null) || make.isPending) return;
    carryOut(
      make,
      { runA, runB, items: Number(items), annotatorsPerItem: Number(annotators) },
      {
        onSuccess: ({ blindQueue }) => {
          if (blindQueue)
            toast({
              title: `“${blindQueue.queueName}” has ${countOf(blindQueue.items, "pair")}`,
              detail: "Annotators find it among their queues.",
              tone: "success",
            });
          onClose();
        },
      },
    );
  };
  const options = runs.map((run) => ({ value: run.id, label: runLabel(run, projectId) }));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Blind A/B"
      description="People compare two answers to the same question without knowing whose they are. Once all are judged, their votes stand in this comparison."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={make.isPending}>
            Create the queue
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Run A" required>
          {(control) => <Select {...control} value={runA} onValueChange={setRunA} options={options} />}
        </Field>
        <Field label="Run B" required error={isChecked ? faults.runB : null}>
          {(control) => <Select {...control} value={runB} onValueChange={setRunB} options={options} />}
        </Field>
        <Field
          label="Pairs"
          help={pairs.data ? pairsHelp(pairs.data) : "Drawn at random from the answers that differ."}
          error={(isChecked ? faults.items : null) ?? problemOf(make.error, "items")}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={items}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Field
          label="People for each pair"
          error={(isChecked ? faults.annotators : null) ?? problemOf(make.error, "annotators_per_item")}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={annotators}
              onChange={({ target }) => setAnnotators(target.value)}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <FieldError error={formProblem(make.error, ["items", "annotators_per_item"])} />
        </div>
      </form>
    </Dialog>
  );
}

function rangeFault(text: string, max: number): string | null {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max
    ? null
    : `Enter a whole number from 1 to ${max}.`;
}
