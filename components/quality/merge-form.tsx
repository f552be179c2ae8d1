"use client";

import { useState } from "react";
import { type AskedField, saidText } from "#components/queues/said-values.ts";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { DecideForm } from "./decide-form.tsx";
import type { LetteredAnswer } from "./letters.ts";
import { mergedValues, mergeOptions } from "./merge.ts";

type MergeFormProps = {
  asked: readonly AskedField[];
  answers: readonly LetteredAnswer[];
  onDecide: (values: Record<string, unknown>) => void;
  onCancel: () => void;
};

/** One of what was said, field by field; what most said stands picked. */
export function MergeForm({ asked, answers, onDecide, onCancel }: MergeFormProps) {
  const [picks, setPicks] = useState<{ [ref: string]: string }>({});
  return (
    <DecideForm
      title="Merge"
      onCancel={onCancel}
      onDecide={() => onDecide(mergedValues(asked, answers, picks))}
    >
      {asked.map((field) => {
        const options = mergeOptions(field, answers);
        if (options.length === 0) return null;
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
