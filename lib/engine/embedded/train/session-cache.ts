import { Session } from "#lib/engine/embedded/runtime/session.ts";
import type { Graph } from "../graph/graph.ts";

/** The right to a session, from its first use until it is released. */
export type SessionLease = {
  /** Makes the session ready when it is first asked for. */
  session(): Promise<Session>;
  release(): Promise<void>;
};

/** Sessions that nobody uses and that are kept for the next trainer of the same form; each holds the memory of its largest run. */
const IDLE_SESSIONS = 8;

type Entry = { readonly session: Promise<Session>; users: number };
/** The most recently leased one comes last. */
const entries = new Map<string, Entry>();

/** The session of a graph, opened once for all callers with the same key and thread count. */
export function leaseSession(key: string, build: () => Graph, threads: number): SessionLease {
  const fullKey = `${threads} threads, ${key}`;
  let held: Entry | null = null;
  return {
    session: () => {
      held ??= enter(fullKey, () => Session.open(build(), { threads, hasVaryingShapes: true }));
      return held.session;
    },
    release: async () => {
      if (held) held.users -= 1;
      held = null;
      await dropIdle();
    },
  };
}

function enter(key: string, open: () => Promise<Session>): Entry {
  const entry = entries.get(key) ?? { session: open(), users: 0 };
  entry.users += 1;
  entries.delete(key);
  entries.set(key, entry);
  // Only current callers get this failure; the next one tries again.
  entry.session.catch(() => {
    if (entries.get(key) === entry) entries.delete(key);
  });
  return entry;
}

async function dropIdle(): Promise<void> {
  const idle = [...entries].filter(([, entry]) => entry.users === 0);
  for (const [key, entry] of idle.slice(0, Math.max(0, idle.length - IDLE_SESSIONS))) {
    entries.delete(key);
    await (await entry.session).release();
  }
}
