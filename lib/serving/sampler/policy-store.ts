import type { Sampler, Scorer } from "#lib/engine/port/port.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { log } from "#lib/platform/log.ts";
import type { ServedPolicy } from "./sampler-protocol.ts";

/** A policy in memory. */
export type ReadyPolicy = { readonly sampler: Sampler; readonly format: ChatFormat };
/** The same, to score given texts with. */
export type ReadyScorer = { readonly scorer: Scorer; readonly format: ChatFormat };

/** A policy that stays in memory until `release`. `retire` marks it as faulty: the next caller gets a fresh load. */
export type Lent<Ready = ReadyPolicy> = Ready & { release(): void; retire(): void };

/** The use of a policy; each use has weights of its own in memory. */
export type PolicyUse = "sample" | "score";

export type PolicyStoreOptions = {
  open(policy: ServedPolicy): Promise<ReadyPolicy>;
  openScorer(policy: ServedPolicy): Promise<ReadyScorer>;
  /** What a policy will take in memory. */
  sizeBytes(policy: ServedPolicy, use: PolicyUse): Promise<number>;
  /** Distinguishes the policy's files from others that were put in their place. */
  version(policy: ServedPolicy): Promise<string>;
  memoryBytes: number;
};

type Wanted = { readonly policy: ServedPolicy; readonly use: PolicyUse };
/** What has to be asked of the files first. */
type Measured = Wanted & { readonly bytes: number; readonly version: string };

type Entry = {
  readonly key: string;
  readonly version: string;
  readonly bytes: number;
  readonly ready: Promise<ReadyPolicy | ReadyScorer>;
  /** What was loaded. */
  held: ReadyPolicy | ReadyScorer | null;
  users: number;
  lastUsed: number;
  isRetired: boolean;
};

type Ticket = Measured & {
  grant(entry: Entry): void;
  refuse(error: unknown): void;
};

/**
 * Keeps policies in memory for sampling and scoring, and evicts the least recently used. Never evicts a policy in use: if there is no
 * room, callers wait in order of arrival, so that nobody starves. A single policy may exceed the bound.
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
    const { ready, ...way } = await this.#lend({ policy, use: "sample" }, signal);
    if (!("sampler" in ready)) throw new Error("A policy to sample from has a sampler");
    return { ...ready, ...way };
  }

  /** As `borrow`, to score with. */
  async borrowScorer(policy: ServedPolicy, signal: AbortSignal): Promise<Lent<ReadyScorer>> {
    const { ready, ...way } = await this.#lend({ policy, use: "score" }, signal);
    if (!("scorer" in ready)) throw new Error("A policy to score with has a scorer");
    return { ...ready, ...way };
  }

  async #lend(wanted: Wanted, signal: AbortSignal) {
    const bytes = await this.#options.sizeBytes(wanted.policy, wanted.use);
    const measured = { ...wanted, bytes, version: await this.#options.version(wanted.policy) };
    signal.throwIfAborted();
    try {
      return await this.#lendMeasured(measured, signal);
    } catch (error) {
      // The bound allows more than the machine has: what nobody uses goes first.
      if (!(error instanceof TooLittleMemory) || !(await this.#closeIdle())) throw error;
      return this.#lendMeasured(measured, signal);
    }
  }

  async #lendMeasured(measured: Measured, signal: AbortSignal) {
    const entry = await this.#take(measured, signal);
    try {
      const ready = await entry.ready;
      return { ready, release: () => this.#release(entry), retire: () => this.#retire(entry) };
    } catch (error) {
      this.#retire(entry);
      this.#release(entry);
      throw error;
    }
  }

  load(): { active: number; waiting: number; policies: number } {
    const held = [...this.#entries].flatMap((entry) => (entry.held ? [entry.held] : []));
    const loads = held.flatMap((one) => ("sampler" in one ? [one.sampler.load()] : []));
    const sum = (which: "active" | "waiting") => loads.reduce((total, load) => total + load[which], 0);
    return { active: sum("active"), waiting: sum("waiting") + this.#tickets.length, policies: held.length };
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#entries].map(async ({ ready }) => closeHeld(await ready)));
    this.#entries.clear();
  }

  #take(measured: Measured, signal: AbortSignal): Promise<Entry> {
    const { promise, resolve, reject } = Promise.withResolvers<Entry>();
    const leave = () => {
      this.#tickets = this.#tickets.filter((one) => one !== ticket);
      reject(signal.reason);
      this.#advance();
    };
    const ticket: Ticket = {
      ...measured,
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
      const key = keyOf(ticket);
      this.#retireReplaced(key, ticket.version);
      const known = [...this.#entries].find((entry) => entry.key === key && !entry.isRetired);
      if (!known && !this.#makeRoom(ticket.bytes)) return;
      this.#tickets.shift();
      const entry = known ?? this.#open(key, ticket);
      entry.users++;
      entry.lastUsed = ++this.#uses;
      ticket.grant(entry);
    }
  }

  /** What was loaded from other files of that place ends with its last user. */
  #retireReplaced(key: string, version: string): void {
    for (const entry of [...this.#entries].filter((one) => one.key === key && one.version !== version)) {
      this.#retire(entry);
      if (entry.users === 0) this.#drop(entry);
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

  #open(key: string, { policy, use, bytes, version }: Ticket): Entry {
    const { open, openScorer } = this.#options;
    const ready: Promise<ReadyPolicy | ReadyScorer> = use === "sample" ? open(policy) : openScorer(policy);
    const entry: Entry = { key, version, bytes, ready, held: null, users: 0, lastUsed: 0, isRetired: false };
    this.#entries.add(entry);
    ready.then(
      (held) => {
        entry.held = held;
      },
      () => undefined,
    );
    return entry;
  }

  /** Answers whether there were any. */
  async #closeIdle(): Promise<boolean> {
    const idle = [...this.#entries].filter(({ users, held }) => users === 0 && held);
    for (const entry of idle) this.#entries.delete(entry);
    await Promise.allSettled(idle.map(async ({ ready }) => closeHeld(await ready)));
    return idle.length > 0;
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
    if (entry.held)
      closeHeld(entry.held).catch((error: unknown) =>
        log.warn({ err: error }, "a policy could not be closed"),
      );
  }
}

function closeHeld(held: ReadyPolicy | ReadyScorer): Promise<void> {
  return "sampler" in held ? held.sampler.close() : held.scorer.close();
}

function keyOf({ policy: { modelFolder, adapterFolder }, use }: Wanted): string {
  return JSON.stringify([use, modelFolder, adapterFolder]);
}
