import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { allCheckpointsQuery, modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { checkpointOptions } from "./subject-options.ts";

/** Adds one checkpoint of one of the project's models after another. */
export function CheckpointPicker({ onPick }: { onPick: (subject: string) => void }) {
  const { projectId } = useProject();
  const models = useQuery(modelChoicesQuery(projectId));
  const [modelId, setModelId] = useState<string | null>(null);
  if (models.data?.length === 0) return null;
  const model = models.data?.find(({ id }) => id === modelId);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-sm">Add a checkpoint</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Of the model">
          {(control) => (
            <Select
              {...control}
              value={modelId}
              onValueChange={setModelId}
              placeholder={models.isPending ? "Loading…" : "Choose a model…"}
              options={(models.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
        {model ? <Steps key={model.id} model={model} onPick={onPick} /> : null}
      </div>
    </fieldset>
  );
}

function Steps({
  model: { id, name },
  onPick,
}: {
  model: ModelWithSteps;
  onPick: (subject: string) => void;
}) {
  const { projectId } = useProject();
  const checkpoints = useQuery(allCheckpointsQuery(id));
  return (
    <Field label="Checkpoint">
      {(control) => (
        <Select
          {...control}
          value={null}
          onValueChange={onPick}
          placeholder={checkpoints.isPending ? "Loading…" : "Choose a step or an alias…"}
          options={checkpointOptions(name, checkpoints.data ?? [], projectId)}
        />
      )}
    </Field>
  );
}
