import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { LastNotified } from "./last-notified.ts";

const RETRY_AFTER_MS = 500;
/** Somebody who goes from page to page stops listening and starts again; the connection is kept for so long. */
const KEPT_MS = 5_000;
/** The asker for a mark listens once the page that carries it runs. */
const MARK_KEPT_MS = 30_000;
/** A database that is away is not waited for any longer. */
const WAIT_MS = 2_000;

const channels = processWide<Map<string, Channel>>("notifications", () => new Map());

type Place = {
  channel: string;
  topic: string;
  /** A mark of `listeningSince`: a notification since then wakes at once. */
  since?: string | null;
};

/**
 * Calls `wake` whenever the database notifies `channel` of `topic`, and whenever something may have been missed: when listening begins or
 * resumes after a break, and at once if `since` is older than this process remembers. All listeners of a channel share one connection of the
 * process, which stays a while after the last of them. Returns a function that stops.
 */
export function onNotification(place: Place, wake: () => void): () => void {
  return channelOf(place.channel).add(place, wake);
}

/**
 * A mark of this moment: a caller who takes it, reads, and then listens `since` the mark misses nothing. Only valid in this process. Null
 * if the process cannot start to listen in time.
 */
export function listeningSince(channel: string): Promise<string | null> {
  return channelOf(channel).mark();
}

function channelOf(name: string): Channel {
  const url = env().DATABASE_URL ?? "";
  const place = `${name} ${url}`;
  const channel = channels.get(place) ?? new Channel(url, name);
  channels.set(place, channel);
  return channel;
}

class Channel {
  readonly #url: string;
  readonly #name: string;
  readonly #wakes = new Map<string, Set<() => void>>();
  #client: pg.Client | null = null;
  #isRunning = false;
  /** The notifications since listening began; null while the channel does not listen. */
  #notified: LastNotified | null = null;
  #begun = Promise.withResolvers<void>();
  /** Until when the channel listens without listeners. */
  #keptUntil = 0;
  #leaving: ReturnType<typeof setTimeout> | null = null;

  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  add({ topic, since }: Pick<Place, "topic" | "since">, wake: () => void): () => void {
    const wakes = this.#wakes.get(topic) ?? new Set();
    this.#wakes.set(topic, wakes.add(wake));
    this.#keep(KEPT_MS);
    const isMissed = since !== undefined && this.#notified?.isSince(topic, since);
    if (isMissed) queueMicrotask(wake);
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0 && this.#wakes.get(topic) === wakes) this.#wakes.delete(topic);
      this.#keep(KEPT_MS);
    };
  }

  async mark(): Promise<string | null> {
    this.#keep(MARK_KEPT_MS);
    if (!this.#notified) await Promise.race([this.#begun.promise, sleep(WAIT_MS, undefined, { ref: false })]);
    return this.#notified?.mark() ?? null;
  }

  /** Begins to listen if necessary, and continues for a while without listeners. */
  #keep(ms: number): void {
    this.#keptUntil = Math.max(this.#keptUntil, performance.now() + ms);
    this.#leaving ??= setTimeout(() => this.#leave(), ms).unref();
    if (!this.#isRunning) void this.#run();
  }

  #leave(): void {
    this.#leaving = null;
    if (this.#wakes.size > 0) return;
    const leftMs = this.#keptUntil - performance.now();
    if (leftMs > 0) this.#leaving = setTimeout(() => this.#leave(), leftMs).unref();
    else void this.#client?.end().catch(() => undefined);
  }

  get #isWanted(): boolean {
    return this.#wakes.size > 0 || this.#leaving !== null;
  }

  /** Listens as long as anybody wants to know. Never throws. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isWanted) {
      await this.#listenOnce().catch((error: unknown) =>
        log.warn({ err: error, channel: this.#name }, "notifications are interrupted"),
      );
      if (this.#isWanted) await sleep(RETRY_AFTER_MS, undefined, { ref: false });
    }
    this.#isRunning = false;
  }

  /** Until the connection ends, by a fault or because nobody listens any more. */
  async #listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve) => {
      client.on("end", () => resolve());
      // A connection may report its end more than once, and an unhandled error event ends the process.
      client.on("error", () => resolve());
    });
    const notified = new LastNotified(newId());
    client.on("notification", ({ payload = "" }) => {
      notified.note(payload);
      this.#wake(this.#wakes.get(payload));
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#name)}`);
      this.#client = client;
      this.#begin(notified);
      if (this.#isWanted) await ended;
    } finally {
      this.#client = null;
      this.#notified = null;
      await client.end().catch(() => undefined);
    }
  }

  /** Wakes existing listeners, who may have missed something. */
  #begin(notified: LastNotified): void {
    this.#notified = notified;
    this.#begun.resolve();
    this.#begun = Promise.withResolvers();
    for (const wakes of this.#wakes.values()) this.#wake(wakes);
  }

  #wake(wakes: ReadonlySet<() => void> = new Set()): void {
    for (const wake of [...wakes]) wake();
  }
}
