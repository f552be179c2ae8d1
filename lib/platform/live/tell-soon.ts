import type { LiveTopic } from "#lib/contract/traces/live.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { topicOf } from "./live-channel.ts";
import { tellProject } from "./tell-project.ts";

const QUIET_MS = 1_000;

/** Whether something more happened since the last telling, by what is told. */
const waiting = processWide<Map<string, boolean>>("live-topics-told", () => new Map());

/**
 * As `tellProject`, for what happens thousands of times a second and after it is committed: the first change is told at once, those of
 * the second after it together. Never throws and never waits: a reader who misses it sees the change later.
 */
export function tellSoon(db: Db, projectId: string, topic: LiveTopic): void {
  const key = topicOf(projectId, topic);
  if (waiting.has(key)) {
    waiting.set(key, true);
    return;
  }
  waiting.set(key, false);
  tellProject(db, projectId, topic).catch((error: unknown) =>
    log.debug({ err: error, topic }, "a change could not be told"),
  );
  setTimeout(() => {
    const isDue = waiting.get(key);
    waiting.delete(key);
    if (isDue) tellSoon(db, projectId, topic);
  }, QUIET_MS).unref();
}
