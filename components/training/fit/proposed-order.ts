import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** The names of the datasets that a model has learned from. */
export type Taught = (modelId: string) => readonly string[];

export function taughtBy(
  jobs: readonly Pick<TrainingJob, "modelId" | "checkpointStep" | "source">[],
): Taught {
  const names = new Map<string, Set<string>>();
  for (const { modelId, checkpointStep, source } of jobs) {
    const name = readObjectRef(source.datasetRef ?? "")?.objectId;
    if (checkpointStep !== null && name !== undefined)
      names.set(modelId, (names.get(modelId) ?? new Set<string>()).add(name));
  }
  return (modelId) => [...(names.get(modelId) ?? [])];
}

/** For a version of a dataset: first the models that have learned from it, then those that have learned nothing, which no other task is lost in. */
export function inProposedOrder(
  models: readonly ModelWithSteps[],
  { ref, taught }: { ref: string | null; taught: Taught },
): ModelWithSteps[] {
  const name = ref === null ? undefined : readObjectRef(ref)?.objectId;
  if (name === undefined) return [...models];
  const rank = ({ id, latestStep }: ModelWithSteps) =>
    taught(id).includes(name) ? 0 : (latestStep ?? 0) === 0 ? 1 : 2;
  return models.toSorted((a, b) => rank(a) - rank(b));
}

/** Where a model has learned other things only; null where it has not, or nobody knows. */
export function otherDataNote(
  { name }: Pick<ModelWithSteps, "name">,
  learned: readonly string[],
  ref: string,
): string | null {
  const wanted = readObjectRef(ref)?.objectId;
  if (wanted === undefined || learned.length === 0 || learned.includes(wanted)) return null;
  const sets = learned.slice(0, 3).join(", ");
  return `${name} has learned from other data: ${sets}. Choose another model or a new one, unless it is to learn this as well.`;
}
