"use client";

import { type FormEvent, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { MAX_RETENTION, type Retention } from "#lib/contract/traces/retention.ts";
import { RetentionDialog } from "./retention-dialog.tsx";
import { type Limit, useRemoveRetention } from "./retention-queries.ts";
import { readAmount } from "./retention-words.ts";

type Choice = Limit["unit"] | "all";

const OPTIONS = [
  { value: "all", label: "Keep all calls" },
  { value: "days", label: "Keep calls for some days" },
  { value: "calls", label: "Keep the newest calls" },
];

/** A limit is saved after a look at what it drops; keeping everything needs none. */
export function RetentionForm({ retention }: { retention: Retention | null }) {
  const project = useProject();
  const remove = useRemoveRetention(project);
  const [choice, setChoice] = useState<Choice>(retention?.unit ?? "all");
  const [amount, setAmount] = useState(retention ? String(retention.amount) : "");
  const [isChecked, setChecked] = useState(false);
  const [asked, setAsked] = useState<Limit | null>(null);
  const read = readAmount(amount, MAX_RETENTION);
  const isSame =
    choice === (retention?.unit ?? "all") && (choice === "all" || amount === String(retention?.amount));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (choice !== "all") {
      if ("amount" in read) setAsked({ unit: choice, amount: read.amount });
      return;
    }
    carryOut(remove, undefined, {
      onSuccess: () => toast({ title: "Calls are kept for ever from now on", tone: "success" }),
    });
  };
  return (
    <>
      <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
        <RadioGroup
          label="How long calls are kept"
          value={choice}
          onValueChange={(value) => setChoice(value === "days" || value === "calls" ? value : "all")}
          options={OPTIONS}
        />
        {choice === "all" ? null : (
          <Field
            label={choice === "days" ? "Days" : "Calls"}
            error={isChecked && "fault" in read ? read.fault : null}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={amount}
                onChange={(event) => setAmount(event.target.value.trim())}
              />
            )}
          </Field>
        )}
        <FieldError error={remove.error ? explainError(remove.error) : null} />
        <Button type="submit" className="w-fit" disabled={isSame} pending={remove.isPending}>
          {choice === "all" ? "Save" : "Preview…"}
        </Button>
      </form>
      {asked ? <RetentionDialog limit={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
