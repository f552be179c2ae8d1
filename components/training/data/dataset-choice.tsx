"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { datasetChoicesQuery, publishedQuery } from "#components/datasets/parts/dataset-queries.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { NoDataset } from "./no-dataset.tsx";
import { type ChosenVersion, trainables } from "./trainable.ts";

type DatasetChoiceProps = {
  /** Whose rows the job can learn from. */
  kinds: readonly DatasetKind[];
  onChoose: (version: ChosenVersion) => void;
};

const ALL = { name: "", isArchived: false };

/** The datasets of the project that a job can learn from, each by its newest version. */
export function DatasetChoice({ kinds, onChoose }: DatasetChoiceProps) {
  const { projectId, can } = useProject();
  const enabled = can("datasets:read");
  const datasets = useQuery({ ...datasetChoicesQuery(projectId), enabled });
  const published = useInfiniteQuery({ ...publishedQuery(projectId, ALL), enabled });
  if (!enabled) return null;
  if (datasets.error && !datasets.data)
    return <QueryErrorBanner title="The datasets could not be loaded." query={datasets} />;
  const isLoading = datasets.isPending || published.isPending;
  const known = { datasets: datasets.data ?? [], published: published.data ?? [] };
  const choices = trainables(projectId, known, kinds);
  if (!isLoading && choices.length === 0) return <NoDataset otherwise=", or take a file" />;
  return (
    <Field label="Dataset" hideLabel>
      {(control) => (
        <Select
          {...control}
          value={null}
          disabled={isLoading}
          placeholder={isLoading ? "Loading the datasets…" : "Choose a dataset…"}
          onValueChange={(id) => {
            const version = choices.find((one) => one.id === id)?.version;
            if (version) onChoose(version);
          }}
          options={choices.map(({ id, label, help, version }) => ({
            value: id,
            label,
            help,
            disabled: version === null,
          }))}
        />
      )}
    </Field>
  );
}
