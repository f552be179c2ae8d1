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

/** What was typed beside the choices: `agent:step3, agent:production` are steps of the project's models. */
export function typedSubjects(text: string, projectId: string): string[] {
  const names = text.split(/[\s,]+/).filter(Boolean);
  return names.map((name) => (name.includes("/") ? name : `${projectId}/${name}`));
}
