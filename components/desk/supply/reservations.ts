import type { Wanted } from "#components/desk/state/desk-queries.ts";
import {
  type Asking,
  type DeskState,
  type Held,
  hasOpenDraft,
  heldOf,
  isDone,
  type Left,
  recordOf,
} from "#components/desk/state/desk-state.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { isWanting, toExtend, toGiveBack, wantsMore } from "#components/desk/state/leases.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { lookAfter } from "./lost-item.ts";

/** All that the service holds for this desk. */
type Answer = { held: Held[]; left: Left | null };

export type LeasePorts = {
  reserve: (wanted: Wanted) => Promise<Answer>;
  keep: (itemIds: readonly string[]) => Promise<{ lost: readonly string[]; expiresAt: Date | null }>;
  release: (itemIds: readonly string[]) => Promise<void>;
  work: (itemId: string) => Promise<Held>;
  isInSight: () => boolean;
  /** Waits until the last change is rendered, so that the next item loads before later ones. */
  seen: () => Promise<void>;
};

export type Wish = {
  leaseMs: number;
  /** So many items are reserved beside the one that is worked on. */
  ahead: number;
};

const MAX_WAIT_MS = 60_000;
const MIN_WAIT_MS = 2_000;
const AFTER_ERROR_MS = 8_000;
/** An empty desk at which nobody does anything for so long takes nothing that others could do. */
const ATTENDED_MS = 120_000;
/** A service that does not answer keeps nobody from working. */
const UNSURE_MS = 2_000;

/** Does what the machine of the desk has to do for its reservations: asks for what comes next, extends it while the page is there, gives it back. */
export class Reservations {
  readonly #store: DeskStore;
  readonly #ports: LeasePorts;
  #wish: Wish = { leaseMs: MAX_WAIT_MS, ahead: 0 };
  #isOpen = false;
  #isLooking = false;
  /** The question that is on its way, also one whose answer nobody waits for any more. */
  #bringing: Promise<void> = Promise.resolve();
  #beating: Promise<void> | null = null;
  #isBeatDue = false;
  #isAnnounced = false;
  /** What is being given back, so that nobody asks for the same before. */
  #farewell: Promise<unknown> = Promise.resolve();
  #departure: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #waitsFor: unknown = null;
  #backAtMs = Number.NEGATIVE_INFINITY;
  #actedAtMs = Number.NEGATIVE_INFINITY;

  constructor(store: DeskStore, ports: LeasePorts) {
    this.#store = store;
    this.#ports = ports;
  }

  /** The page is there; returns the end of that. Who is back at once has never been away. */
  open(): () => void {
    clearTimeout(this.#departure);
    this.#isOpen = true;
    this.#actedAtMs = Date.now();
    const forget = this.#store.subscribe(() => this.#look());
    this.#restartHeart();
    this.#look();
    return () => {
      this.#isOpen = false;
      forget();
      clearInterval(this.#heart);
      clearTimeout(this.#again);
      this.#waitsFor = null;
      this.#departure = setTimeout(() => {
        this.giveBack();
        this.#store.dispatch({ type: "departed" });
      }, 0);
    };
  }

  wish(wish: Wish): void {
    const isOther = wish.leaseMs !== this.#wish.leaseMs;
    this.#wish = wish;
    if (!this.#isOpen) return;
    if (isOther) this.#restartHeart();
    this.#look();
  }

  pause(): void {
    this.giveBack();
    this.#store.dispatch({ type: "paused" });
  }

  resume(): void {
    this.#store.dispatch({ type: "resumed" });
    this.ask();
  }

  /** Asks for what comes next; one question at a time. */
  ask(): void {
    if (!this.#isServing() || this.#store.read().supply.asking) return;
    this.#store.dispatch({ type: "asked", ahead: this.#wish.ahead });
    const { asking } = this.#store.read().supply;
    if (asking) this.#bringing = this.#bringing.then(() => this.#bring(asking));
  }

  /** Something may have come free, or the service may be there again. */
  wake(): void {
    const state = this.#store.read();
    if (!isWanting(state)) return;
    if (state.current !== null || (this.#isAttended() && !this.#isAnnounced)) this.ask();
    else this.#store.dispatch({ type: "put off" });
  }

  /** Something in the queue has changed: of what a run waits for, that may be that it has ended. */
  hear(): void {
    this.wake();
    const state = this.#store.read();
    if (state.lane.some((id) => heldOf(state, id)?.item.awaited)) this.beat();
  }

  /** The page says what has come and offers to continue: a pointer on its way there takes nothing, or the item would be under its click. */
  announce(isAnnounced: boolean): void {
    this.#isAnnounced = isAnnounced;
  }

  /** Somebody presses a key or moves the pointer on the page. */
  act(): void {
    const wasAttended = this.#isAttended();
    this.#actedAtMs = Date.now();
    if (!wasAttended) this.wake();
  }

  #isAttended(): boolean {
    return Date.now() - this.#actedAtMs <= ATTENDED_MS;
  }

  /** Somebody returns from another window, where they may have answered an item. */
  comeBack(): void {
    this.#backAtMs = Date.now();
    this.#actedAtMs = Date.now();
    this.wake();
    this.beat();
  }

  /** Whether somebody has just returned, and it is not known yet what became of the shown item since they left. */
  isUnsure(): boolean {
    const state = this.#store.read();
    if (state.current === null || Date.now() - this.#backAtMs > UNSURE_MS) return false;
    const { lease, trouble } = recordOf(state, state.current);
    return lease === "extending" || (lease === "lost" && trouble === null);
  }

  /** Extends reservations while the page is visible. Without a connection it does nothing, and the next beat tries again. */
  beat(): void {
    const itemIds = toExtend(this.#store.read());
    if (!this.#isServing() || !this.#ports.isInSight() || itemIds.length === 0) return;
    if (this.#beating) {
      this.#isBeatDue = true;
      return;
    }
    this.#store.dispatch({ type: "extending" });
    this.#beating = this.#extend(itemIds).finally(() => {
      this.#beating = null;
      if (!this.#isBeatDue) return;
      this.#isBeatDue = false;
      this.beat();
    });
  }

  /** Gives back what was not begun; what has a draft stays reserved for as long as its lease. */
  giveBack(): void {
    this.#release(toGiveBack(this.#store.read()));
  }

  #isServing(): boolean {
    return this.#isOpen && !this.#store.read().isPaused;
  }

  #restartHeart(): void {
    clearInterval(this.#heart);
    this.#heart = setInterval(() => this.beat(), this.#wish.leaseMs / 2);
  }

  /** After each change: whether there is something to ask for, now or later. */
  #look(): void {
    const state = this.#store.read();
    this.#plan(state);
    if (this.#isLooking || !wantsMore(state, this.#wish.ahead)) return;
    if (state.supply.answer === null) {
      this.ask();
      return;
    }
    this.#isLooking = true;
    void this.#ports.seen().then(() => {
      this.#isLooking = false;
      if (wantsMore(this.#store.read(), this.#wish.ahead)) this.ask();
    });
  }

  /** Asks again later where asking failed, or where nothing is on the desk. */
  #plan({ supply, current, isPaused }: DeskState): void {
    const idle = current === null ? supply.answer : null;
    const waitsFor = isPaused ? null : (supply.error ?? idle);
    if (waitsFor === this.#waitsFor) return;
    clearTimeout(this.#again);
    this.#waitsFor = waitsFor;
    if (waitsFor === null) return;
    const waitMs = supply.error === null ? untilFreeMs(supply.answer?.left ?? null) : AFTER_ERROR_MS;
    this.#again = setTimeout(() => this.wake(), waitMs);
  }

  async #bring(asking: Asking): Promise<void> {
    const isMoot = () => this.#store.read().supply.asking !== asking;
    try {
      await this.#farewell;
      const { held, left } = await this.#withShown(asking, await this.#reserveAround(asking));
      if (isMoot()) return this.#decline(held);
      this.#store.dispatch({ type: "answered", held, left });
      lookAfter(this.#store, this.#ports.work, asking.lane);
    } catch (error) {
      if (!isMoot()) this.#store.dispatch({ type: "unanswered", error });
    }
  }

  /** First the very item that was shown, unless it went to somebody else, and then what comes beside it. */
  async #reserveAround({ count, itemId }: Asking): Promise<Answer> {
    if (itemId !== null)
      await this.#ports.reserve({ count: 1, itemId }).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
    return this.#ports.reserve({ count });
  }

  /**
   * Somebody who comes back continues with what the tab kept, while the service may grant other items, in another order. What is shown by
   * then and is not among them is asked for by name: it is lost only if somebody else has it.
   */
  async #withShown(asking: Asking, answer: Answer): Promise<Answer> {
    const looked = new Set([asking.itemId]);
    let granted = answer;
    for (let id = this.#unheld(asking, granted); id !== null; id = this.#unheld(asking, granted)) {
      if (looked.has(id)) break;
      looked.add(id);
      granted = (await this.#takeUndone(id)) ?? granted;
    }
    return { held: granted.held, left: answer.left };
  }

  /** The shown item, where a page that has just been opened believes to hold it and the service did not say so. */
  #unheld({ lane }: Asking, { held }: Answer): string | null {
    const state = this.#store.read();
    const { current, acts, supply } = state;
    const isFirst = supply.answer === null && supply.asking?.lane === lane;
    if (current === null || !isFirst) return null;
    if (!lane.includes(current) || !state.lane.includes(current)) return null;
    const isKnown = [...held, ...acts.map((act) => act.held)].some(({ item }) => item.id === current);
    return isKnown ? null : current;
  }

  /** What was answered elsewhere since is not taken. */
  async #takeUndone(itemId: string): Promise<Answer | null> {
    try {
      const { item, own } = await this.#ports.work(itemId);
      const { base } = recordOf(this.#store.read(), itemId);
      if (isDone(item.myAnnotationState) || own.revision > (base ?? 0)) return null;
      return await this.#ports.reserve({ count: 1, itemId });
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  /** Releases items that were granted after the desk was left; a desk that was opened again has made its own request. */
  #decline(held: readonly Held[]): void {
    const state = this.#store.read();
    if (this.#isServing()) return;
    this.#release(held.map(({ item }) => item.id).filter((id) => !hasOpenDraft(state, id)));
  }

  #release(itemIds: readonly string[]): void {
    if (itemIds.length === 0) return;
    const release = this.#ports.release(itemIds).catch(() => {});
    this.#farewell = Promise.all([this.#farewell, release]);
  }

  async #extend(itemIds: readonly string[]): Promise<void> {
    try {
      const { lost, expiresAt } = await this.#ports.keep(itemIds);
      this.#store.dispatch({ type: "extended", lost, untilMs: expiresAt?.getTime() ?? null });
      lookAfter(this.#store, this.#ports.work, lost);
    } catch {
      this.#store.dispatch({ type: "unextended" });
    }
  }
}

/** The service understood, and says no. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

/** Until somebody else's reservation ends, as far as that is soon. */
function untilFreeMs(left: Left | null): number {
  const freesAt = (left?.holders ?? []).map((holder) => holder.freesAt.getTime());
  const waitMs = freesAt.length > 0 ? Math.min(...freesAt) - Date.now() + MIN_WAIT_MS : MAX_WAIT_MS;
  return Math.min(Math.max(waitMs, MIN_WAIT_MS), MAX_WAIT_MS);
}
