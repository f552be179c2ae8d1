import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { judgeSourceOf } from "./own-judge.ts";

type Named = { id: string; name: string };
type Known = {
  graders: readonly Pick<StoredGrader, "grader">[];
  datasets: readonly Pick<Dataset, "name" | "recipe">[];
  jobs: readonly Pick<TrainingJob, "modelId" | "source">[];
};

const REFERENCE = "wandb-artifact:///";

/** The models that a grader may ask, each once: by its bare name where that means it alone, and else by its reference. */
export function askableModels(served: readonly { id: string; ownedBy: string }[]): string[] {
  const bare = new Set(served.map(({ id, ownedBy }) => `${REFERENCE}${ownedBy}/${id}`));
  return served.flatMap(({ id }) => (bare.has(id) ? [] : [id]));
}

/** Whether a grader asks the model, at whatever step: by its name, or by that of its project and its own. */
export function asksModel(grader: Grader, { name }: Named, projectId: string): boolean {
  return modelsAskedBy(grader).some((asked) => {
    const own = asked.startsWith(`${projectId}/`) ? asked.slice(projectId.length + 1) : asked;
    return own === name || own.startsWith(`${name}:`);
  });
}

/** Whether a model says what people would of answers: a grader asks it, or it learned to. */
export function isJudge(model: Named, { graders, datasets, jobs }: Known, projectId: string): boolean {
  if (graders.some(({ grader }) => asksModel(grader, model, projectId))) return true;
  const taught = datasets.filter(({ recipe }) => judgeSourceOf(recipe) !== null).map(({ name }) => name);
  return jobs.some(
    ({ modelId, source }) =>
      modelId === model.id && taught.includes(readObjectRef(source.datasetRef ?? "")?.objectId ?? ""),
  );
}

function modelsAskedBy(grader: Grader): string[] {
  if (grader.type === "multi") return Object.values(grader.graders).flatMap(modelsAskedBy);
  return "model" in grader ? [grader.model] : [];
}
