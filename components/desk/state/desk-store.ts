import type { OwnWork } from "#lib/contract/annotation/queue-work.ts";
import { type DeskEvent, deskAfter } from "./desk-events.ts";
import type { DeskItem } from "./desk-handles.ts";
import { type Act, type DeskState, type Trouble, waitingIn } from "./desk-state.ts";
import type { DeskStorage } from "./desk-storage.ts";

export type DeskPorts = {
  storage: DeskStorage;
  /** Waits until what was just done is seen: sending it takes time that the next item needs first. */
  seen: () => Promise<void>;
  send: (act: Act) => Promise<{ item: DeskItem; own: OwnWork }>;
  /** Whether an error is final, after that many failures. */
  isFinal: (error: unknown, failures: number) => boolean;
  /** Waits before the next try; ends early when trying has become promising. */
  pause: (failures: number) => Promise<void>;
  troubleOf: (error: unknown, act: Act) => Trouble;
  onStored?: (act: Act) => void;
  onRefused?: (act: Act, trouble: Trouble) => void;
};

export type Sending = {
  /** Answers that have not gone through. */
  waiting: number;
  /** Whether the first of them has failed and is to be tried again. */
  isStuck: boolean;
};

export type DeskStore = ReturnType<typeof createDeskStore>;

/** The state of a desk, and the loop that sends what was done at it: in order, one after the other, again after failures that may pass. */
export function createDeskStore(ports: DeskPorts) {
  const listeners = new Set<() => void>();
  let state = ports.storage.load();
  let failures = 0;
  let sending: Sending = { waiting: waitingIn(state), isStuck: false };
  let isRunning = false;

  function changed(next: DeskState): void {
    const before = state;
    state = next;
    if (before !== next) ports.storage.save(before, next);
    const now = { waiting: waitingIn(next), isStuck: failures > 0 && next.acts.length > 0 };
    if (now.waiting !== sending.waiting || now.isStuck !== sending.isStuck) sending = now;
    for (const notify of listeners) notify();
  }

  function dispatch(event: DeskEvent): void {
    changed(deskAfter(state, event));
    void run();
  }

  async function run(): Promise<void> {
    if (isRunning || state.acts.length === 0) return;
    isRunning = true;
    await ports.seen();
    for (let act = state.acts[0]; act; act = state.acts[0]) await attempt(act);
    isRunning = false;
  }

  async function attempt(act: Act): Promise<void> {
    if (!act.isTried) changed(deskAfter(state, { type: "tried", key: act.key }));
    try {
      const { item, own } = await ports.send(act);
      failures = 0;
      changed(deskAfter(state, { type: "stored", key: act.key, item, own }));
      ports.onStored?.(act);
    } catch (error) {
      failures++;
      if (ports.isFinal(error, failures)) return refuse(act, ports.troubleOf(error, act));
      changed(state);
      await ports.pause(failures);
    }
  }

  function refuse(act: Act, trouble: Trouble): void {
    failures = 0;
    changed(deskAfter(state, { type: "refused", key: act.key, trouble }));
    ports.onRefused?.(act, trouble);
  }

  void run();
  return {
    dispatch,
    read: (): DeskState => state,
    readSending: (): Sending => sending,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
