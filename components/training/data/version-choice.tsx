"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { versionListQuery, versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { trainingQuery } from "#components/datasets/parts/dataset-texts.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { type ChosenVersion, rowsToLearn } from "./trainable.ts";

type VersionChoiceProps = {
  /** Reference of the version that is chosen. */
  dataset: string;
  onChoose: (version: ChosenVersion) => void;
};

/** Another version of the dataset that is chosen, where there is one. */
export function VersionChoice({ dataset: ref, onChoose }: VersionChoiceProps) {
  const { projectId } = useProject();
  const { data: given } = useQuery(versionOfRefQuery(projectId, ref));
  const versions = useInfiniteQuery({
    ...versionListQuery(projectId, given?.dataset.id ?? ""),
    enabled: given !== undefined && given !== null,
  });
  if (!given || !versions.data || versions.data.length < 2) return null;
  const { dataset, version } = given;
  const newest = dataset.latestVersion?.number;
  return (
    <Select
      size="sm"
      className="w-40!"
      aria-label="Version"
      value={String(version.number)}
      onValueChange={(number) => {
        const chosen = versions.data.find((one) => String(one.number) === number);
        if (chosen) onChoose({ kind: dataset.kind, search: trainingQuery(projectId, dataset, chosen) });
      }}
      options={versions.data.map((one) => ({
        value: String(one.number),
        label: one.number === newest ? `v${one.number}, built last` : `v${one.number}`,
        help: rowsToLearn(one),
        disabled: one.counts.train === 0,
      }))}
    />
  );
}
