/** Without input for this long nobody is working. */
export const IDLE_AFTER_MS = 60_000;

/** Time that was worked on each item; times are milliseconds of one clock. */
export type WorkClock = {
  itemId: string | null;
  /** The last input on the current item; null while the page is hidden. */
  lastMs: number | null;
  workedMs: { readonly [itemId: string]: number };
};

export const NEW_CLOCK: WorkClock = { itemId: null, lastMs: null, workedMs: {} };

/** A key, a movement, a scroll. */
export function touched(clock: WorkClock, nowMs: number): WorkClock {
  return { ...settled(clock, nowMs), lastMs: nowMs };
}

/** Another item is shown, which counts as input. */
export function turnedTo(clock: WorkClock, itemId: string | null, nowMs: number): WorkClock {
  return { ...settled(clock, nowMs), itemId, lastMs: nowMs };
}

/** The page is out of sight. */
export function lookedAway(clock: WorkClock, nowMs: number): WorkClock {
  return { ...settled(clock, nowMs), lastMs: null };
}

export function workedOn(clock: WorkClock, itemId: string, nowMs: number): number {
  return settled(clock, nowMs).workedMs[itemId] ?? 0;
}

export function isIdle({ lastMs }: WorkClock, nowMs: number): boolean {
  return lastMs === null || nowMs - lastMs >= IDLE_AFTER_MS;
}

/** Resets the time of an item once it was sent with an answer. */
export function restarted(clock: WorkClock, itemId: string): WorkClock {
  return { ...clock, workedMs: { ...clock.workedMs, [itemId]: 0 } };
}

function settled(clock: WorkClock, nowMs: number): WorkClock {
  const { itemId, lastMs, workedMs } = clock;
  if (itemId === null || lastMs === null) return clock;
  const gained = Math.min(nowMs - lastMs, IDLE_AFTER_MS);
  return { ...clock, lastMs: nowMs, workedMs: { ...workedMs, [itemId]: (workedMs[itemId] ?? 0) + gained } };
}
