import { useQuery } from "@tanstack/react-query";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { Link } from "#components/ui/button/link.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import type { ReadinessReply } from "./readiness-queries.ts";

/** The model that a training would begin with, beside those that are there. */
const NEW = "new";

type DatasetChoiceProps = { reply: ReadinessReply; readiness: QueueReadiness };

/** A link where there is only one. */
export function DatasetChoice({ reply: { datasets }, readiness: { dataset } }: DatasetChoiceProps) {
  const { entity, project } = useProject();
  const { replace } = useSearchState();
  if (datasets.length < 2)
    return (
      <Link
        href={projectHref({ entity, project }, "datasets", dataset.id)}
        className="min-w-0 truncate rounded-sm text-accent-ink text-sm underline underline-offset-2"
      >
        {dataset.name}
      </Link>
    );
  return (
    <Select
      size="sm"
      className="w-56!"
      aria-label="Dataset"
      value={dataset.id}
      onValueChange={(id) => replace({ dataset: id })}
      options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** What is to be trained; tokens and time hang on its base model. */
export function ModelChoice({ readiness: { training } }: { readiness: QueueReadiness }) {
  const { projectId } = useProject();
  const { replace } = useSearchState();
  const models = useQuery(modelChoicesQuery(projectId)).data ?? [];
  if (!training || models.length === 0) return null;
  return (
    <Select
      size="sm"
      className="w-48!"
      aria-label="Model"
      value={training.modelId ?? NEW}
      onValueChange={(id) => replace({ model: id === NEW ? null : id })}
      options={[
        ...(training.modelId === null ? [{ value: NEW, label: "A new model" }] : []),
        ...models.map(({ id, name, baseModel }) => ({ value: id, label: name, help: baseModel })),
      ]}
    />
  );
}
