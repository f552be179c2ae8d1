import { setTimeout as sleep } from "node:timers/promises";
import { findProject } from "#lib/auth/require-project.ts";
import type { Actor, Ctx } from "#lib/context.ts";
import { roleAllows, scopesAllow } from "#lib/contract/access.ts";
import { LIVE_TOPICS, type LiveTopic, ProjectChange } from "#lib/contract/live.ts";
import * as z from "#lib/contract/zod.ts";
import { onNotification } from "#lib/db/notifications.ts";
import { type ServerEvent, ServerEvents } from "#lib/server-events.ts";
import { LIVE_CHANNEL, topicOf } from "./live-channel.ts";

const RETRY_MS = 2_000;
/** Changes that come within this time are told together. */
const GATHER_MS = 250;
/** How long someone who was put out of the project may hear that it changes. */
const CHECK_EVERY_MS = 5_000;

/** Changes of the project for as long as the reader listens and may. One connection of the process listens for all readers. */
export async function followProject(ctx: Ctx): Promise<ServerEvents> {
  return new ServerEvents(changes(ctx), { retryMs: RETRY_MS });
}

async function* changes(ctx: Ctx): AsyncGenerator<ServerEvent> {
  const { actor, project, signal } = ctx;
  const changed = new ChangedTopics();
  const topics = Object.keys(LIVE_TOPICS).filter(isTopic);
  const stops = topics.map((topic) =>
    onNotification({ channel: LIVE_CHANNEL, topic: topicOf(project.id, topic) }, () => changed.add(topic)),
  );
  try {
    while (!signal.aborted) {
      await changed.any(AbortSignal.any([signal, AbortSignal.timeout(CHECK_EVERY_MS)]));
      if (!changed.isEmpty) await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined);
      const now = await findProject(ctx.db, actor, project.path);
      if (!now) return;
      for (const topic of changed.take()) if (mayHear(actor, now.role, topic)) yield eventOf(topic);
    }
  } finally {
    for (const stop of stops) stop();
  }
}

function isTopic(name: string): name is LiveTopic {
  return name in LIVE_TOPICS;
}

function mayHear({ key }: Actor, role: Ctx["project"]["role"], topic: LiveTopic): boolean {
  const permission = LIVE_TOPICS[topic];
  return roleAllows(role, permission) && (!key || scopesAllow(key.scopes, permission));
}

function eventOf(topic: LiveTopic): ServerEvent {
  return { event: "change", data: JSON.stringify(z.encode(ProjectChange, { topic, at: new Date() })) };
}

class ChangedTopics {
  #topics = new Set<LiveTopic>();
  #some = Promise.withResolvers<void>();

  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  add(topic: LiveTopic): void {
    this.#topics.add(topic);
    this.#some.resolve();
  }

  take(): LiveTopic[] {
    const taken = [...this.#topics];
    this.#topics = new Set();
    this.#some = Promise.withResolvers();
    return taken;
  }

  /** Settles once there is one, or when the signal fires. */
  async any(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const over = Promise.withResolvers<void>();
    const onAbort = () => over.resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    await Promise.race([this.#some.promise, over.promise]);
    signal.removeEventListener("abort", onAbort);
  }
}
