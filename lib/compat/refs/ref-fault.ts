import { parseRef } from "./ref.ts";

/** What is wrong with a reference that has to name something of this project; null where it does. */
export function refFault(text: string, projectPath: string): string | null {
  const ref = parseRef(text);
  const named = ref ? `${ref.entity}/${ref.project}` : null;
  if (named === projectPath) return null;
  return named
    ? `the reference names project ${named}, but is used in project ${projectPath}`
    : "the reference is of the form weave:///<entity>/<project>/<kind>/<name>";
}
