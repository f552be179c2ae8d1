import { held } from "#components/desk/state/desk-fixtures.ts";

export const LEASE_MS = 600_000;
/** What an answer takes to come. */
export const WAY_MS = 40;

export const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The service with a queue of its items: who holds them and until when, and which were answered. */
export class Service {
  readonly slots = new Map<string, { by: "me" | "other"; untilMs: number }>();
  readonly done = new Set<string>();
  items: readonly string[];
  isOnline = true;
  asked = { reserve: 0, keep: 0 };
  underWay = 0;
  mostUnderWay = 0;

  constructor(count: number) {
    this.items = Array.from({ length: count }, (_, n) => `item ${n}`);
  }

  isMine = (id: string) => this.#holder(id) === "me";
  isFree = (id: string) => !this.done.has(id) && this.#holder(id) === null;
  mine = () => this.items.filter((id) => !this.done.has(id) && this.isMine(id));

  #holder(id: string): "me" | "other" | null {
    const slot = this.slots.get(id);
    return slot && slot.untilMs > Date.now() ? slot.by : null;
  }

  take(id: string, by: "me" | "other"): void {
    this.slots.set(id, { by, untilMs: Date.now() + LEASE_MS });
  }

  /** The request gets there and does its work, and then its answer comes back; without a connection neither. */
  async #ask<T>(work: () => T, wayMs = WAY_MS): Promise<T> {
    await after(wayMs / 2);
    if (!this.isOnline) throw new TypeError("Failed to fetch");
    const answer = work();
    await after(WAY_MS / 2);
    if (!this.isOnline) throw new TypeError("Failed to fetch");
    return answer;
  }

  async reserve({ count, itemId }: { count: number; itemId?: string }) {
    this.asked.reserve++;
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    try {
      return await this.#ask(() => {
        for (const id of this.mine()) this.take(id, "me");
        const wanted = itemId === undefined ? this.items : [itemId];
        // Who asks for one item gets it beside all that they have.
        const isRoom = () => itemId !== undefined || this.mine().length < count;
        for (const id of wanted) if (isRoom() && this.isFree(id)) this.take(id, "me");
        const all = this.mine().map((id) => ({ ...held(id), expiresAtMs: this.slots.get(id)?.untilMs ?? 0 }));
        const left = { forMe: 0, forOthers: 0, inOtherHands: 0, isArchived: false, holders: [] };
        return { held: all, left: all.length < count ? left : null };
      });
    } finally {
      this.underWay--;
    }
  }

  keep(itemIds: readonly string[]) {
    this.asked.keep++;
    return this.#ask(() => {
      const kept = itemIds.filter((id) => this.isMine(id) || this.isFree(id));
      for (const id of kept) this.take(id, "me");
      const lost = itemIds.filter((id) => !kept.includes(id));
      return { lost, expiresAt: kept.length > 0 ? new Date(Date.now() + LEASE_MS) : null };
    });
  }

  /** Slow enough for a question that does not wait for it to get there first. */
  release(itemIds: readonly string[]) {
    return this.#ask(() => {
      for (const id of itemIds) if (this.isMine(id)) this.slots.delete(id);
    }, WAY_MS * 3);
  }

  answer(id: string) {
    return this.#ask(() => {
      this.done.add(id);
      this.slots.delete(id);
    });
  }

  /** What is said of an item that is only looked at. Who did it elsewhere did it once. */
  work = (id: string) =>
    this.#ask(() => {
      const own = this.done.has(id) ? ({ state: "completed", revision: 1 } as const) : {};
      return { ...held(id, own), expiresAtMs: null };
    });
}
