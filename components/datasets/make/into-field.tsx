"use client";

import { useQuery } from "@tanstack/react-query";
import { datasetChoicesQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

const NEW = "new";

type IntoFieldProps = { kind: DatasetKind; into: Dataset | null; onChange: (into: Dataset | null) => void };

/** Whether a dataset is made, or one that is there also takes this from now on. */
export function IntoField({ kind, into, onChange }: IntoFieldProps) {
  const { projectId } = useProject();
  const { data = [] } = useQuery(datasetChoicesQuery(projectId));
  const fitting = data.filter((dataset) => dataset.kind === kind);
  if (fitting.length === 0) return null;
  return (
    <Field label="Into">
      {(control) => (
        <Select
          {...control}
          value={into?.id ?? NEW}
          onValueChange={(id) => onChange(fitting.find((one) => one.id === id) ?? null)}
          options={[
            { value: NEW, label: "A new dataset" },
            ...fitting.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Field>
  );
}
