"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { modelListQuery } from "#components/run/queries/model-queries.ts";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { MAX_WATCHED, type WatchedModel } from "#lib/contract/evaluation/evaluations.ts";

type WatchedModelsFieldProps = {
  /** Ids of models. */
  values: readonly string[];
  /** Those that are watched now; an older one may stand in no list here. */
  known?: readonly Pick<WatchedModel, "modelId" | "modelName">[];
  onChange: (values: readonly string[]) => void;
};

/** Models whose new checkpoints are measured by themselves. */
export function WatchedModelsField({ values, known = [], onChange }: WatchedModelsFieldProps) {
  const { projectId } = useProject();
  const list = useInfiniteQuery(modelListQuery(projectId));
  if (list.error) return <FieldError error={explainError(list.error)} />;
  if (!list.data) return <SkeletonLines label="Loading the models" lines={2} />;
  const options = new Map([
    ...list.data.map(({ id, name }) => [id, name] as const),
    ...known.map(({ modelId, modelName }) => [modelId, modelName] as const),
  ]);
  if (options.size === 0) return null;
  const flip = (id: string) =>
    onChange(values.includes(id) ? values.filter((one) => one !== id) : [...values, id]);
  return (
    <CheckboxGroup
      label="Measure new checkpoints of"
      values={values}
      onFlip={flip}
      options={[...options].map(([value, label]) => ({ value, label }))}
      error={values.length > MAX_WATCHED ? `Choose at most ${MAX_WATCHED} models.` : null}
      help="Each checkpoint that one of them gets from now on is measured once, in your name."
    />
  );
}
