import { KEY_SCOPES, type KeyScope, type Role } from "#lib/contract/access.ts";
import { askingForAll } from "#lib/platform/db/asking-for.ts";
import { bool, columns, field, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";

/** Lost access is noticed within this time, plus the duration of the check. */
const LOOK_EVERY_MS = 1_000;
/** Requests for an immediate check within this time share one. */
const GATHER_MS = 20;

/** The basis of somebody's access: a key or a session, and the project that they read, if any. */
export type Claim = {
  userId: string;
  keyId: string | null;
  sessionVersion: number | null;
  projectId: string | null;
};
/** Access at the time of a check; the role is null if the claim has no project. */
export type Access = { role: Role | null; scopes: readonly KeyScope[] | null };

type Watch = {
  /** Settles after a look that begins only now. Rejects where the database does not answer. */
  afresh: () => Promise<void>;
  stop: () => void;
};

const watchers = processWide("access-watchers", () => new WeakMap<Db, AccessWatcher>());

/**
 * Calls `onLook` each second with the access that a claim still gives, or null if it has none. The process checks all watched claims with
 * one statement. Does not call `onLook` while the database is unreachable: that proves nothing against anybody.
 */
export function watchAccess(db: Db, claim: Claim, onLook: (access: Access | null) => void): Watch {
  const watcher = watchers.get(db) ?? new AccessWatcher(db);
  watchers.set(db, watcher);
  return watcher.add(claim, onLook);
}

type Listener = { claim: Claim; onLook: (access: Access | null) => void };
type Look = { at: number; timer: ReturnType<typeof setTimeout>; done: PromiseWithResolvers<void> };

class AccessWatcher {
  readonly #db: Db;
  readonly #listeners = new Set<Listener>();
  /** The look that has not begun yet. */
  #next: Look | null = null;
  #isLooking = false;

  constructor(db: Db) {
    this.#db = db;
  }

  add(claim: Claim, onLook: Listener["onLook"]): Watch {
    const listener = { claim, onLook };
    this.#listeners.add(listener);
    void this.#within(LOOK_EVERY_MS);
    return {
      afresh: () => this.#within(GATHER_MS),
      stop: () => {
        this.#listeners.delete(listener);
      },
    };
  }

  #within(ms: number): Promise<void> {
    const at = performance.now() + ms;
    if (this.#next && this.#next.at <= at) return this.#next.done.promise;
    clearTimeout(this.#next?.timer);
    const done = this.#next?.done ?? Promise.withResolvers<void>();
    // Not every requester awaits the check.
    done.promise.catch(() => undefined);
    this.#next = { at, timer: this.#lookIn(ms), done };
    return done.promise;
  }

  #lookIn(ms: number): Look["timer"] {
    return setTimeout(() => askingForAll(() => void this.#look()), ms).unref();
  }

  /** One look at a time: a slow database is not asked more often for being slow. */
  async #look(): Promise<void> {
    const look = this.#next;
    if (!look || this.#isLooking) return;
    this.#next = null;
    this.#isLooking = true;
    const startedAt = performance.now();
    try {
      await this.#report();
      look.done.resolve();
    } catch (error) {
      log.warn({ err: error }, "the credentials of open streams could not be looked at");
      look.done.reject(error);
    }
    this.#isLooking = false;
    this.#goOn(startedAt);
  }

  #goOn(startedAt: number): void {
    if (this.#next && this.#next.at <= performance.now()) void this.#look();
    else if (this.#listeners.size > 0)
      void this.#within(Math.max(0, startedAt + LOOK_EVERY_MS - performance.now()));
  }

  async #report(): Promise<void> {
    const asked = [...this.#listeners];
    if (asked.length === 0) return;
    const claims = new Map(asked.map(({ claim }) => [nameOf(claim), claim]));
    const { found, staleKeyIds } = await readAccess(this.#db, claims);
    for (const { claim, onLook } of asked) onLook(found.get(nameOf(claim)) ?? null);
    await noteUse(this.#db, staleKeyIds);
  }
}

function nameOf({ userId, keyId, sessionVersion, projectId }: Claim): string {
  return JSON.stringify([userId, keyId, sessionVersion, projectId]);
}

/** What each claim that holds gives its owner, by the claim's name, and the keys among them whose use was noted long ago. */
async function readAccess(db: Db, claims: ReadonlyMap<string, Claim>) {
  const each = [...claims.values()];
  const rows = await db.query(
    sql`
      select ${ACCESS}
      from unnest(${[...claims.keys()]}::text[], ${each.map(({ userId }) => userId)}::text[], ${each.map(({ keyId }) => keyId)}::text[],
        ${each.map(({ sessionVersion }) => sessionVersion)}::int[], ${each.map(({ projectId }) => projectId)}::text[])
        as c(name, user_id, key_id, session_version, project_id)
      join app_user u on u.id = c.user_id and u.disabled_at is null
        and (c.session_version is null or (u.session_version = c.session_version and not u.must_change_password))
      left join api_key k on k.id = c.key_id and k.user_id = u.id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
      left join project p on p.id = c.project_id and p.deleted_at is null
      left join project_member m on m.project_id = p.id and m.user_id = u.id
      left join entity_member e on e.entity_name = p.entity_name and e.user_id = u.id
      where (c.key_id is null or k.id is not null) and (c.project_id is null or p.id is not null)
        and (c.project_id is null or k.id is null or cardinality(k.project_ids) = 0 or p.id = any(k.project_ids))`,
    "watch-access",
  );
  const found = new Map<string, Access>();
  for (const { name, isAdmin, memberRole, scopes } of rows) {
    const projectId = claims.get(name)?.projectId ?? null;
    const role = isAdmin ? "admin" : memberRole;
    if (projectId === null) found.set(name, { role: null, scopes: knownScopes(scopes) });
    else if (role) found.set(name, { role, scopes: knownScopes(scopes) });
  }
  return { found, staleKeyIds: new Set(rows.flatMap(({ staleKeyId }) => staleKeyId ?? [])) };
}

const ACCESS = columns({
  name: text(sql`c.name`),
  isAdmin: bool(sql`u.is_instance_admin or coalesce(e.is_admin, false)`),
  memberRole: orNull(field("project_member m", "role")),
  scopes: orNull(field("api_key k", "scopes")),
  staleKeyId: orNull(
    text(sql`case when k.last_used_at < now() - interval '1 minute' is not false then k.id end`),
  ),
});

/** A key is in use while a stream of it is open; to the minute. */
async function noteUse(db: Db, keyIds: ReadonlySet<string>): Promise<void> {
  if (keyIds.size === 0) return;
  await db.prisma.apiKey.updateMany({ where: { id: { in: [...keyIds] } }, data: { lastUsedAt: new Date() } });
}

function knownScopes(scopes: readonly string[] | null): KeyScope[] | null {
  return scopes && KEY_SCOPES.filter((known) => scopes.includes(known));
}
