import type { ModelWithSteps } from "#lib/contract/models/models.ts";

type Named = Pick<ModelWithSteps, "id" | "name" | "training">;

/** What a person types at the machine to make a checkpoint again; null where nothing was made: the first step of a model that is trained in full has the base model's own weights. */
export function remakeCommand({ id, name, training }: Named, projectId: string, step: number): string | null {
  if (step === 0 && training.mode === "full") return null;
  const path = `${projectId}/${name}`;
  // A name may hold what a shell would read otherwise.
  const pinned = /^[\w./-]+$/.test(path) ? path : id;
  return `npm run remake -- ${pinned}:step${step}`;
}
