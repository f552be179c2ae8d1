import type { LiveTopic } from "#lib/contract/traces/live.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { LIVE_CHANNEL, topicOf } from "./live-channel.ts";

/** Tells the project's listeners that something changed; inside a transaction they hear of it at the commit, and once however often it is told. */
export async function tellProject(db: Db, projectId: string, topic: LiveTopic): Promise<void> {
  await db.query(sql`select pg_notify(${LIVE_CHANNEL}, ${topicOf(projectId, topic)})::text`, "tell-project");
}
