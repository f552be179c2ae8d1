"use client";

import { type FormEvent, useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { QueueRule } from "#lib/contract/annotation/queue-rules.ts";
import { RuleConditions } from "./rule-conditions.tsx";
import { conditionsOf, draftOf, faultsOf, numberOf, type RuleDraft, type RuleFaults } from "./rule-draft.ts";
import { type RuleInput, useSaveRule } from "./rule-queries.ts";

type RuleFormDialogProps = {
  rule: QueueRule | null;
  onClose: () => void;
  onCreated: (rule: QueueRule) => void;
};

/** A new rule, or one that is changed; how many stored calls it would take is shown all along. */
export function RuleFormDialog({ rule, onClose, onCreated }: RuleFormDialogProps) {
  const formId = useId();
  const { projectId } = useProject();
  const queue = useQueue();
  const [draft, setDraft] = useState(() => draftOf(rule));
  const [tried, setTried] = useState(false);
  const save = useSaveRule({ projectId, queueId: queue.id });
  const faults = tried ? faultsOf(draft) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const input = inputFrom(draft, rule);
    if (!input) return;
    save.mutate(
      { ruleId: rule?.id ?? null, input },
      { onSuccess: ({ rule: saved }) => (rule ? onClose() : onCreated(saved)) },
    );
  };
  const change = (next: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...next }));
    save.reset();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={rule ? "Edit the rule" : "New rule"}
      description="Adds calls to this queue as they end. What somebody removed never comes back."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
            {rule ? "Save" : "Create rule"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" required error={faults.name ?? problemOf(save.error, "name")}>
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              maxLength={255}
              placeholder="Answers with an error"
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <RuleConditions queueId={queue.id} draft={draft} error={save.error} onChange={change} />
        <Amounts draft={draft} faults={faults} error={save.error} onChange={change} />
        <FieldError
          error={formProblem(save.error, ["name", "filter", "query", "rate", "max_open", "display_fields"])}
        />
      </form>
    </Dialog>
  );
}

type AmountsProps = {
  draft: RuleDraft;
  faults: RuleFaults;
  error: unknown;
  onChange: (next: Partial<RuleDraft>) => void;
};

function Amounts({ draft, faults, error, onChange }: AmountsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Share of them, in %"
          help="Chosen by the call’s id, so always the same calls."
          error={faults.ratePercent ?? problemOf(error, "rate")}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={draft.ratePercent}
              onChange={({ target }) => onChange({ ratePercent: target.value })}
            />
          )}
        </Field>
        <Field
          label="Pause at this many open items"
          help="Empty for no limit."
          error={faults.maxOpen ?? problemOf(error, "max_open")}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={draft.maxOpen}
              onChange={({ target }) => onChange({ maxOpen: target.value })}
            />
          )}
        </Field>
      </div>
      <Field
        label="What annotators see first"
        help="Paths such as inputs.messages, output; empty shows the whole conversation."
        error={problemOf(error, "display_fields")}
      >
        {(control) => (
          <Input
            {...control}
            value={draft.shown}
            onChange={({ target }) => onChange({ shown: target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Also calls of evaluations and of the playground"
        checked={draft.includesOwn}
        onCheckedChange={(includesOwn) => onChange({ includesOwn })}
      />
    </>
  );
}

/** What is sent, or null where something is wrong that the form shows. */
function inputFrom(draft: RuleDraft, rule: QueueRule | null): RuleInput | null {
  const conditions = conditionsOf(draft);
  const percent = numberOf(draft.ratePercent);
  if (typeof conditions === "string" || percent === null || Object.keys(faultsOf(draft)).length > 0)
    return null;
  const shown = draft.shown.split(",").map((path) => path.trim());
  return {
    name: draft.name.trim(),
    ...conditions,
    rate: percent / 100,
    ...(draft.maxOpen.trim() ? { maxOpen: Number(draft.maxOpen) } : {}),
    displayFields: shown.filter(Boolean),
    includesOwn: draft.includesOwn,
    // Saving what the service stopped sets it to work again.
    isPaused: rule?.isPaused === true && rule.problem === null,
  };
}
