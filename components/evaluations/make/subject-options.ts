import type { SelectOption } from "#components/ui/field/select.tsx";
import type { Checkpoint } from "#lib/contract/models/models.ts";

/**
 * The models that runs of a project can measure, of all names that chat completions take: base models, those of other servers, and the
 * project's own, which have two names each.
 */
export function subjectOptions(
  names: readonly string[],
  projectId: string,
): { value: string; label: string }[] {
  const registered = names
    .filter((name) => name.startsWith(REFERENCE))
    .map((name) => name.slice(REFERENCE.length));
  const short = new Set(registered.map((path) => path.slice(path.lastIndexOf("/") + 1)));
  const own = registered
    .filter((path) => path.startsWith(`${projectId}/`))
    .map((path) => ({ value: path, label: path.slice(projectId.length + 1) }));
  const others = names
    .filter((name) => !name.startsWith(REFERENCE) && !short.has(name))
    .map((name) => ({ value: name, label: name }));
  return [...own, ...others];
}

const REFERENCE = "wandb-artifact:///";

/** Checkpoints that an address names: `agent:step3, agent:production` are steps of the project's models. */
export function namedSubjects(text: string, projectId: string): string[] {
  const names = text.split(/[\s,]+/).filter(Boolean);
  return names.map((name) => (name.includes("/") ? name : `${projectId}/${name}`));
}

type Steps = readonly Pick<Checkpoint, "step" | "aliases" | "isCorrupt">[];

/** What can be measured of one model beside its newest checkpoint: what has a name, by that name, and each step that can be used. */
export function checkpointOptions(name: string, checkpoints: Steps, projectId: string): SelectOption[] {
  const usable = checkpoints.filter(({ isCorrupt }) => !isCorrupt);
  const aliases = usable.flatMap(({ step, aliases: names }) =>
    names
      .filter((alias) => alias !== "latest")
      .map((alias) => ({ value: `${projectId}/${name}:${alias}`, label: alias, help: `Now step ${step}` })),
  );
  const steps = usable.map(({ step }) => ({
    value: `${projectId}/${name}:step${step}`,
    label: step === 0 ? "Step 0, the base model" : `Step ${step}`,
  }));
  return [...aliases, ...steps];
}
