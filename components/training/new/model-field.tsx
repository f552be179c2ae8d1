import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CreateModelDialog } from "#components/models/page/create-model-dialog.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { shortTrainingText } from "#components/run/queries/model-names.ts";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";

type ModelFieldProps = {
  models: readonly ModelWithSteps[];
  model: ModelWithSteps;
  /** The name of one to make for the job. */
  newModel: string | null;
  /** What is worth knowing of the one that is chosen. */
  note: string | null;
  onModel: (model: ModelWithSteps | undefined) => void;
};

const NEW = "new";

/** One of the models, or one that is made for the job. */
export function ModelField({ models, model, newModel, note, onModel }: ModelFieldProps) {
  const { projectId, can } = useProject();
  const client = useQueryClient();
  const mayMake = can("models:write");
  const [isMaking, setMaking] = useState(mayMake && newModel !== null);
  const known = models.some(({ id }) => id === model.id) ? models : [model, ...models];
  return (
    <>
      <Field label="Model" help={modelHelp(model)}>
        {(control) => (
          <Select
            {...control}
            value={model.id}
            onValueChange={(id) =>
              id === NEW ? setMaking(true) : onModel(known.find((one) => one.id === id))
            }
            options={[
              ...known.map(({ id, name, baseModel }) => ({ value: id, label: name, help: baseModel })),
              ...(mayMake ? [{ value: NEW, label: "A new model…" }] : []),
            ]}
          />
        )}
      </Field>
      {note === null ? null : <p className="-mt-3 text-sm text-warning-ink">{note}</p>}
      {isMaking ? (
        <CreateModelDialog
          {...proposedModel(newModel)}
          onClose={() => setMaking(false)}
          onCreated={(id) => {
            setMaking(false);
            // It is listed by now, though this form was drawn without it.
            onModel(client.getQueryData(modelChoicesQuery(projectId).queryKey)?.find((one) => one.id === id));
          }}
        />
      ) : null}
    </>
  );
}

function modelHelp({ latestStep, training, unendedJobs }: ModelWithSteps): string {
  const begins = latestStep ? `Trained up to step ${latestStep}` : "Starts from its base model";
  const queue = unendedJobs > 0 ? `; ${countOf(unendedJobs, "earlier job")} must end first` : "";
  return `${begins} (${shortTrainingText(training)})${queue}.`;
}

/** What the dialog of a new model begins with; only judges have one proposed. */
export function proposedModel(name: string | null): { name?: string; reason?: string } {
  if (name === null) return {};
  return {
    name,
    reason: "A judge says other things than the model that it judges, so it learns into a model of its own.",
  };
}
