import { type Role, roleAllows } from "#lib/contract/access.ts";
import type { Place } from "#lib/contract/traces/places.ts";
import { type ProjectPath, projectHref } from "./navigation.ts";

/** The URL of a found place. For readers who may not read answers in its project, a queue leads to its desk. */
export function placeHref(
  { kind, id, projectId }: Pick<Place, "kind" | "id" | "projectId">,
  projects: readonly (ProjectPath & { role: Role })[],
): string {
  const [entity = "", project = ""] = projectId.split("/");
  const place = { entity, project };
  switch (kind) {
    case "queue": {
      const role = projects.find((one) => one.entity === entity && one.project === project)?.role;
      const isForDesk = role !== undefined && !roleAllows(role, "answers:read");
      return projectHref(place, "queues", id, ...(isForDesk ? ["annotate"] : []));
    }
    case "dataset":
      return projectHref(place, "datasets", id);
    case "model":
      return projectHref(place, "models", id);
    case "job":
      return projectHref(place, "training", id);
    case "thread":
      return projectHref(place, "threads", id);
    case "call":
      return projectHref(place, "calls", id);
  }
}
