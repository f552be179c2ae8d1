import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import { ProjectReader } from "#lib/access/permissions/project-reader.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  type followProject as contract,
  LIVE_TOPICS,
  type LiveTopic,
  ProjectChange,
  TOPICS,
} from "#lib/contract/traces/live.ts";
import * as z from "#lib/contract/zod.ts";
import { isMarkBeside } from "#lib/platform/db/last-notified.ts";
import { onNotification } from "#lib/platform/db/notifications.ts";
import { LIVE_CHANNEL, topicOf } from "#lib/platform/live/live-channel.ts";
import { liveMark } from "#lib/platform/live/live-mark.ts";
import { type ServerEvent, ServerEvents } from "#lib/platform/server-events.ts";

const RETRY_MS = 2_000;
/** Changes within this time are sent together. */
const GATHER_MS = 250;
/** In place of a mark that is not ours: sends all topics, and never echoes the mark. */
const UNKNOWN = "";

/**
 * Streams changes of the project while the reader stays and has access. One connection of the process listens for all readers, and starts
 * before the answer begins, so that a reader who then reads misses no change.
 */
export async function followProject(
  ctx: Ctx,
  { lastEventId }: InputOf<typeof contract>,
): Promise<ServerEvents> {
  const mark = await liveMark();
  const since = lastEventId === undefined || isMarkBeside(mark, lastEventId) ? lastEventId : UNKNOWN;
  return new ServerEvents(changes(ctx, since ?? mark), { retryMs: RETRY_MS });
}

async function* changes(ctx: Ctx, since: string | null): AsyncGenerator<ServerEvent> {
  const reader = new ProjectReader(ctx, ctx.project);
  const { signal } = reader;
  const changed = new ChangedTopics();
  const stops = TOPICS.map((topic) =>
    onNotification({ channel: LIVE_CHANNEL, topic: topicOf(ctx.project.id, topic), since }, () =>
      changed.add(topic),
    ),
  );
  try {
    if (since !== null && since !== UNKNOWN) yield { id: since };
    while (!signal.aborted) {
      await changed.any(signal);
      await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined);
      const id = await liveMark();
      const topics = changed.take();
      // Checks access after the change, so that a reader removed before it does not hear of it.
      await reader.lookAgain();
      yield* eventsOf(
        topics.filter((topic) => reader.may(LIVE_TOPICS[topic])),
        id,
      );
    }
  } finally {
    reader.leave();
    for (const stop of stops) stop();
  }
}

/** Only the last one has the id: a reader that disconnects before it receives all of them again. */
function* eventsOf(topics: readonly LiveTopic[], id: string | null): Generator<ServerEvent> {
  for (const topic of topics) {
    const data = JSON.stringify(z.encode(ProjectChange, { topic, at: new Date() }));
    const isLast = topic === topics.at(-1);
    yield { ...(isLast && id !== null ? { id } : {}), event: "change", data };
  }
}

class ChangedTopics {
  #topics = new Set<LiveTopic>();
  #some = Promise.withResolvers<void>();

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
