import type { Actor } from "#lib/access/context.ts";
import { Forbidden } from "#lib/platform/errors.ts";

export function requireInstanceAdmin(actor: Actor): void {
  if (!actor.isInstanceAdmin)
    throw new Forbidden("Only admins of this server can manage its accounts; ask one of them");
}
