import type { LiveTopic } from "#lib/contract/traces/live.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { topicOf } from "./live-channel.ts";
import { tellProject } from "./tell-project.ts";

const QUIET_MS = 1_000;

/** By topic: whether another change came since the last notification. */
const waiting = processWide<Map<string, boolean>>("live-topics-waiting", () => new Map());

/**
 * As `tellProject`, for changes that come thousands of times a second, after their commit: notifies of the first one at once, and of those
 * within the next second together. Never throws and never waits: a reader who misses a notification sees the change later.
 */
export function notifySoon(db: Db, projectId: string, topic: LiveTopic): void {
  const key = topicOf(projectId, topic);
  if (waiting.has(key)) {
    waiting.set(key, true);
    return;
  }
  waiting.set(key, false);
  tellProject(db, projectId, topic).catch((error: unknown) =>
    log.debug({ err: error, topic }, "listeners could not be notified of a change"),
  );
  setTimeout(() => {
    const isDue = waiting.get(key);
    waiting.delete(key);
    // What `db` was, such as the transaction of the first change, has ended by then.
    if (isDue) notifySoon(database(), projectId, topic);
  }, QUIET_MS).unref();
}
