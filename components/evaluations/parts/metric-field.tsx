"use client";

import { useEffect } from "react";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { metricLabel } from "./evaluation-texts.ts";
import { useMetricChoice } from "./use-metric-choice.ts";

type MetricFieldProps = {
  label?: string;
  evaluation: Evaluation | undefined;
  /** Null until somebody has chosen one, or one could be proposed. */
  metric: string | null;
  /** Whether it is to get better; else it may not get worse, which one that never moves does not. */
  wantsGain: boolean;
  error?: string | null | undefined;
  onChange: (metric: string) => void;
};

const UNMEASURED =
  "The evaluation has no run yet, so nobody knows what it says of the model. NLL of the reference moves with every change; a share that is 0 already cannot fall.";

/** By which metric of an evaluation something is decided: at first one that distinguishes models. */
export function MetricField({
  label = "Metric",
  evaluation,
  metric,
  wantsGain,
  error,
  onChange,
}: MetricFieldProps) {
  const choice = useMetricChoice(evaluation, { isGuard: !wantsGain });
  const { proposed, metrics, warningOf } = choice;
  useEffect(() => {
    if (metric === null && proposed !== null) onChange(proposed);
  }, [metric, proposed, onChange]);
  const warning = metric === null || !wantsGain ? null : warningOf(metric);
  return (
    <div className="min-w-0">
      <Field label={label} error={error} {...(choice.isUnmeasured && !wantsGain ? { help: UNMEASURED } : {})}>
        {(control) => (
          <Select
            {...control}
            value={metric}
            onValueChange={onChange}
            placeholder={evaluation ? "Looking at its runs…" : "Choose…"}
            options={[...new Set([...metrics, ...(metric === null ? [] : [metric])])].map((value) => ({
              value,
              label: metricLabel(value),
            }))}
          />
        )}
      </Field>
      <p role="status" className="mt-1 text-sm text-warning-ink empty:hidden">
        {warning}
      </p>
    </div>
  );
}
