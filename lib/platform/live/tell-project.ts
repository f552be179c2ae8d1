import type { LiveTopic } from "#lib/contract/traces/live.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { LIVE_CHANNEL, topicOf } from "./live-channel.ts";

/** Notifies the project's listeners of a change: inside a transaction at the commit, and once however often it is called. */
export async function tellProject(db: Db, projectId: string, topic: LiveTopic): Promise<void> {
  await db.query(
    sql`select pg_notify(${LIVE_CHANNEL}, ${topicOf(projectId, topic)})::text`,
    "notify-project",
  );
}
