"use client";

import { useState } from "react";
import { type AskedField, saidText } from "#components/queues/fields/said-values.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { DecideForm } from "./decide-form.tsx";
import type { LetteredAnswer } from "./letters.ts";
import { askedValues, mergedValues, mergeOptions } from "./merge.ts";

type MergeFormProps = {
  asked: readonly AskedField[];
  answers: readonly LetteredAnswer[];
  onDecide: (values: Record<string, unknown>) => void;
  onCancel: () => void;
};

/** One of what was said, field by field; what most said stands picked. */
export function MergeForm({ asked, answers, onDecide, onCancel }: MergeFormProps) {
  const { fieldRules } = useQueue();
  const [picks, setPicks] = useState<{ [ref: string]: string }>({});
  const values = askedValues(mergedValues(asked, answers, picks), fieldRules);
  return (
    <DecideForm title="Merge" onCancel={onCancel} onDecide={() => onDecide(values)}>
      {asked.map((field) => {
        const options = mergeOptions(field, answers);
        if (!Object.hasOwn(values, field.ref)) return null;
        return (
          <RadioGroup
            key={field.ref}
            label={field.name}
            value={picks[field.ref] ?? options[0]?.key ?? null}
            onValueChange={(key) => setPicks({ ...picks, [field.ref]: key })}
            options={options.map(({ key, value, letters }) => ({
              value: key,
              label: saidText(field, value),
              help: letters.join(", "),
            }))}
          />
        );
      })}
    </DecideForm>
  );
}
