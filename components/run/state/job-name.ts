import type { TrainingJob } from "#lib/contract/training/training.ts";

/** What a job is called: by its own name, else by its model and the step that it made, since a model has many jobs. */
export function jobName(
  { name, checkpointStep }: Pick<TrainingJob, "name" | "checkpointStep">,
  modelName: string,
): string {
  if (name !== null) return name;
  return checkpointStep === null ? modelName : `${modelName}, step ${checkpointStep}`;
}
