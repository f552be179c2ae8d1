import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { processWide } from "#lib/process-wide.ts";

const RETRY_AFTER_MS = 500;
/** Whoever goes from page to page leaves and comes back; within this time they find a connection that listens. */
const KEPT_MS = 5_000;

const channels = processWide<Map<string, Channel>>("notifications", () => new Map());

/**
 * Calls `wake` whenever the database notifies `channel` of `topic`, and after each break of the connection, as something may have been missed
 * then. One connection of the process serves every listener of a channel, and stays a while after the last of them. Returns the way to stop.
 */
export function onNotification(place: { channel: string; topic: string }, wake: () => void): () => void {
  const url = env().DATABASE_URL ?? "";
  const name = `${place.channel} ${url}`;
  const channel = channels.get(name) ?? new Channel(url, place.channel);
  channels.set(name, channel);
  return channel.add(place.topic, wake);
}

class Channel {
  readonly #url: string;
  readonly #name: string;
  readonly #wakes = new Map<string, Set<() => void>>();
  #client: pg.Client | null = null;
  #isRunning = false;
  /** Runs out some time after the last listener left. */
  #leaving: ReturnType<typeof setTimeout> | null = null;

  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  add(topic: string, wake: () => void): () => void {
    if (this.#leaving) clearTimeout(this.#leaving);
    this.#leaving = null;
    const wakes = this.#wakes.get(topic) ?? new Set();
    this.#wakes.set(topic, wakes.add(wake));
    if (!this.#isRunning) void this.#run();
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0 && this.#wakes.get(topic) === wakes) this.#wakes.delete(topic);
      if (this.#wakes.size === 0) this.#leaveSoon();
    };
  }

  #leaveSoon(): void {
    this.#leaving ??= setTimeout(() => {
      this.#leaving = null;
      void this.#client?.end().catch(() => undefined);
    }, KEPT_MS).unref();
  }

  /** Listens as long as anybody wants to know. Never throws. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let isFirst = true; this.#wakes.size > 0; isFirst = false) {
      await this.#listenOnce({ isFirst }).catch((error: unknown) =>
        log.warn({ err: error, channel: this.#name }, "notifications are interrupted"),
      );
      if (this.#wakes.size > 0) await sleep(RETRY_AFTER_MS, undefined, { ref: false });
    }
    this.#isRunning = false;
  }

  /** Until the connection ends, by a fault or because nobody listens any more. Only what breaks off can have kept something from somebody. */
  async #listenOnce({ isFirst }: { isFirst: boolean }): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 2000 });
    const ended = new Promise<void>((resolve) => {
      client.on("end", () => resolve());
      // A connection may tell of its end more than once, and an error that nobody hears ends the process.
      client.on("error", () => resolve());
    });
    client.on("notification", ({ payload = "" }) => this.#wake(this.#wakes.get(payload)));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#name)}`);
      this.#client = client;
      if (!isFirst) for (const wakes of this.#wakes.values()) this.#wake(wakes);
      if (this.#wakes.size > 0 || this.#leaving) await ended;
    } finally {
      this.#client = null;
      await client.end().catch(() => undefined);
    }
  }

  #wake(wakes: ReadonlySet<() => void> = new Set()): void {
    for (const wake of [...wakes]) wake();
  }
}
