import type { Actor } from "#lib/access/context.ts";
import { Forbidden } from "#lib/platform/errors.ts";

/** Upstreams belong to no project; a key only reaches them if it manages everything that its user may. */
export function requireInstanceAdmin({ isInstanceAdmin, key }: Actor): void {
  if (!isInstanceAdmin) throw new Forbidden("Only admins of the instance may do this");
  if (key && (key.projectIds.length > 0 || !key.scopes.includes("manage")))
    throw new Forbidden(
      "The API key lacks the scope manage for all projects; create one that has it, or use the dashboard",
    );
}
