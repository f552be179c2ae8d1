import type { Asked } from "./oldest-calls.internal.ts";

export type GroupKind = "trace" | "thread";

/** Whether something keeps a trace or thread, and of a trace, the threads that its calls are in. */
export type Group = { isKept: boolean; threadIds: readonly string[] };

const LIFE_MS = 10 * 60_000;
const MAX_ENTRIES = 100_000;

/**
 * What was decided about traces and threads that are too long to be read for each batch. That something keeps one holds for the round; that nothing does is
 * looked at again after ten minutes. It is kept in memory, as a worker that begins may well decide again.
 */
export class Decisions {
  readonly #made = new Map<string, { group: Group; at: number; size: number }>();
  #size = 0;

  get(asked: Asked, kind: GroupKind, id: string): Group | null {
    const made = this.#made.get(keyOf(asked, kind, id));
    if (!made) return null;
    return made.group.isKept || performance.now() - made.at < LIFE_MS ? made.group : null;
  }

  set(asked: Asked, kind: GroupKind, id: string, group: Group): void {
    const key = keyOf(asked, kind, id);
    this.#forget(key);
    const size = 1 + group.threadIds.length;
    this.#made.set(key, { group, at: performance.now(), size });
    this.#size += size;
    for (const oldest of this.#made.keys()) {
      if (this.#size <= MAX_ENTRIES) break;
      if (oldest !== key) this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#made.get(key)?.size ?? 0;
    this.#made.delete(key);
  }
}

function keyOf({ projectId, unit, until }: Asked, kind: GroupKind, id: string): string {
  return JSON.stringify([projectId, unit, until, kind, id]);
}
