"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { evaluationListQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { MetricField } from "#components/evaluations/parts/metric-field.tsx";
import { problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { RlNumberField } from "./rl-number-field.tsx";
import type { RlForm } from "./use-rl-run.ts";

const NONE = "none";

/** An evaluation that ends the run where the model becomes worse by it. */
export function GuardFields({ form }: { form: RlForm }) {
  const { projectId } = useProject();
  const { draft, faults, create, change } = form;
  const evaluations = useInfiniteQuery(evaluationListQuery(projectId, ""));
  const chosen = evaluations.data?.find(({ id }) => id === draft.guardId);
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-sm">Guard</legend>
      <div className="sm:col-span-2">
        <Field
          label="Evaluation"
          help="It measures the start and what each round makes, on rows that nothing is trained on. A run whose guard falls ends, and says which step was still good."
          error={problemOf(create.error, "evaluation_id")}
        >
          {(control) => (
            <Select
              {...control}
              value={draft.guardId ?? NONE}
              onValueChange={(value) => change({ guardId: value === NONE ? null : value, guardMetric: null })}
              options={[
                { value: NONE, label: "None" },
                ...(evaluations.data ?? []).map(({ id, name, datasetName }) => ({
                  value: id,
                  label: name,
                  help: datasetName,
                })),
              ]}
            />
          )}
        </Field>
      </div>
      {draft.guardId === null ? null : (
        <>
          <MetricField
            label="Watches"
            evaluation={chosen}
            metric={draft.guardMetric}
            wantsGain={false}
            error={faults.guardMetric ?? problemOf(create.error, "metric")}
            onChange={(guardMetric) => change({ guardMetric })}
          />
          <RlNumberField form={form} name="maxDrop" label="May be worse by" wire="max_drop" />
          <RlNumberField
            form={form}
            name="guardEvery"
            label="Measured every so many rounds"
            wire="every"
            help="The last round is measured in any case. Each measurement takes time."
          />
        </>
      )}
    </fieldset>
  );
}
