import type { Sampler } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { log } from "#lib/platform/log.ts";
import type { ServedPolicy } from "./sampler-protocol.ts";

/** A policy in memory. */
export type ReadyPolicy = { readonly sampler: Sampler; readonly format: ChatFormat };

/** A policy that stays in memory until `release`. `retire` says that it computes nonsense: whoever asks next gets it loaded anew. */
export type Lent = ReadyPolicy & { release(): void; retire(): void };

export type PolicyStoreOptions = {
  open(policy: ServedPolicy): Promise<ReadyPolicy>;
  /** What a policy will take in memory. */
  sizeBytes(policy: ServedPolicy): Promise<number>;
  memoryBytes: number;
};

type Entry = {
  readonly key: string;
  readonly bytes: number;
  readonly ready: Promise<ReadyPolicy>;
  sampler: Sampler | null;
  users: number;
  lastUsed: number;
  isRetired: boolean;
};

type Ticket = {
  readonly policy: ServedPolicy;
  readonly bytes: number;
  grant(entry: Entry): void;
  refuse(error: unknown): void;
};

/**
 * Keeps policies ready to sample from, the least recently used of which make room for others. A policy in use is never dropped: who
 * wants one that has no room waits, and those who come later wait behind, so that nobody is passed over for ever. A single policy may
 * be larger than the bound.
 */
export class PolicyStore {
  readonly #options: PolicyStoreOptions;
  readonly #entries = new Set<Entry>();
  #tickets: Ticket[] = [];
  #uses = 0;

  constructor(options: PolicyStoreOptions) {
    this.#options = options;
  }

  /** Waits for the policy to be in memory; loads of one policy are one. Throws what loading throws, or the signal's reason. */
  async borrow(policy: ServedPolicy, signal: AbortSignal): Promise<Lent> {
    const bytes = await this.#options.sizeBytes(policy);
    signal.throwIfAborted();
    const entry = await this.#take(policy, bytes, signal);
    try {
      const ready = await entry.ready;
      return { ...ready, release: () => this.#release(entry), retire: () => this.#retire(entry) };
    } catch (error) {
      this.#retire(entry);
      this.#release(entry);
      throw error;
    }
  }

  load(): { active: number; waiting: number; policies: number } {
    const loads = [...this.#entries].flatMap(({ sampler }) => (sampler ? [sampler.load()] : []));
    const sum = (which: "active" | "waiting") => loads.reduce((total, load) => total + load[which], 0);
    return { active: sum("active"), waiting: sum("waiting") + this.#tickets.length, policies: loads.length };
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#entries].map(async ({ ready }) => (await ready).sampler.close()));
    this.#entries.clear();
  }

  #take(policy: ServedPolicy, bytes: number, signal: AbortSignal): Promise<Entry> {
    const { promise, resolve, reject } = Promise.withResolvers<Entry>();
    const leave = () => {
      this.#tickets = this.#tickets.filter((one) => one !== ticket);
      reject(signal.reason);
      this.#advance();
    };
    const ticket: Ticket = {
      policy,
      bytes,
      grant: (entry) => {
        signal.removeEventListener("abort", leave);
        resolve(entry);
      },
      refuse: reject,
    };
    signal.addEventListener("abort", leave, { once: true });
    this.#tickets.push(ticket);
    this.#advance();
    return promise;
  }

  /** Serves those who wait, in their order, as far as there is room. */
  #advance(): void {
    for (;;) {
      const [ticket] = this.#tickets;
      if (!ticket) return;
      const key = keyOf(ticket.policy);
      const known = [...this.#entries].find((entry) => entry.key === key && !entry.isRetired);
      if (!known && !this.#makeRoom(ticket.bytes)) return;
      this.#tickets.shift();
      const entry = known ?? this.#open(key, ticket);
      entry.users++;
      entry.lastUsed = ++this.#uses;
      ticket.grant(entry);
    }
  }

  #makeRoom(bytes: number): boolean {
    const taken = () => [...this.#entries].reduce((total, entry) => total + entry.bytes, 0);
    while (this.#entries.size > 0 && taken() + bytes > this.#options.memoryBytes) {
      const idle = [...this.#entries].filter(({ users }) => users === 0);
      const [oldest] = idle.sort((a, b) => a.lastUsed - b.lastUsed);
      if (!oldest) return false;
      this.#drop(oldest);
    }
    return true;
  }

  #open(key: string, { policy, bytes }: Ticket): Entry {
    const ready = this.#options.open(policy);
    const entry: Entry = { key, bytes, ready, sampler: null, users: 0, lastUsed: 0, isRetired: false };
    this.#entries.add(entry);
    ready.then(
      ({ sampler }) => {
        entry.sampler = sampler;
      },
      () => undefined,
    );
    return entry;
  }

  #release(entry: Entry): void {
    entry.users--;
    if (entry.users === 0 && entry.isRetired) this.#drop(entry);
    this.#advance();
  }

  #retire(entry: Entry): void {
    entry.isRetired = true;
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry);
    entry.sampler
      ?.close()
      .catch((error: unknown) => log.warn({ err: error }, "a sampler could not be closed"));
  }
}

function keyOf({ modelFolder, adapterFolder }: ServedPolicy): string {
  return JSON.stringify([modelFolder, adapterFolder]);
}
