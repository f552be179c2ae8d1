import { Pool } from "#lib/platform/db/pool.ts";
import type { Sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { endNode, noteNode } from "#lib/platform/processes/note-node.ts";

const BEAT_MS = 2_000;

type Announced = {
  databaseUrl: string;
  startId: string;
  url: string;
  /** The processes that run now. */
  roles: () => readonly string[];
};

/**
 * Makes a start of the service known in its database, so that others see what runs where, and whether a trainer died alone or with all
 * the rest. Answers what ends it in order.
 */
export async function announceNode({
  databaseUrl,
  startId,
  url,
  roles,
}: Announced): Promise<() => Promise<void>> {
  const pool = new Pool(databaseUrl, 1);
  const db = { query: async ({ text, values }: Sql) => (await pool.query({ text, values })).rows };
  const beat = () =>
    noteNode(db, { id: startId, startId, roles: roles(), engine: null, capabilities: {}, url }).catch(
      (error: unknown) => log.warn({ err: error }, "the service could not register in its database"),
    );
  await beat();
  const timer = setInterval(() => void beat(), BEAT_MS);
  return async () => {
    clearInterval(timer);
    await endNode(db, startId).catch(() => undefined);
    await pool.end();
  };
}
