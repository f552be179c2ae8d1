import type { AccountCtx, Project } from "#lib/access/context.ts";
import { type Access, watchAccess } from "#lib/access/sessions/watch-access.ts";
import { type Permission, roleAllows, scopesAllow } from "#lib/contract/access.ts";

/** A long-running reader of a project, with its current permissions. Call `leave` at the end. */
export class ProjectReader {
  /** Fires when the reader leaves, is put out of the project, or loses the permission that was named. */
  readonly signal: AbortSignal;
  readonly #left = new AbortController();
  readonly #watch: ReturnType<typeof watchAccess>;
  #access: Access | null;

  constructor(
    { db, actor: { userId, key }, signal }: AccountCtx,
    { id: projectId, role }: Project,
    needed?: Permission,
  ) {
    this.signal = AbortSignal.any([signal, this.#left.signal]);
    this.#access = { role, scopes: key?.scopes ?? null };
    const claim = { userId, keyId: key?.id ?? null, sessionVersion: null, projectId };
    this.#watch = watchAccess(db, claim, (access) => {
      this.#access = access;
      if (!access || (needed && !this.may(needed))) this.#left.abort();
    });
  }

  may(permission: Permission): boolean {
    const { role = null, scopes = null } = this.#access ?? {};
    return role !== null && roleAllows(role, permission) && (!scopes || scopesAllow(scopes, permission));
  }

  /** Settles once `may` reflects permissions after this moment. */
  lookAgain(): Promise<void> {
    return this.#watch.afresh();
  }

  leave(): void {
    this.#watch.stop();
    this.#left.abort();
  }
}
