import os from "node:os";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { programVersion } from "#lib/platform/program-version.ts";

/** A process without a heartbeat for this long counts as gone. */
export const NODE_SILENT_MS = 10_000;

/** A process of the service, or a start of it, as it makes itself known. */
export type NodeFacts = {
  readonly id: string;
  /** The start that this process belongs to: for a supervisor its own id, for a process that runs alone none. */
  readonly startId: string | null;
  /** The processes that it runs. */
  readonly roles: readonly string[];
  readonly engine: string | null;
  readonly capabilities: Readonly<Record<string, number>>;
  readonly url: string | null;
};

type Asks = Pick<Db, "query">;

/** Says that a node is there; to be said again well within `NODE_SILENT_MS`. */
export async function noteNode(db: Asks, node: NodeFacts): Promise<void> {
  const { id, startId, roles, engine, capabilities, url } = node;
  await db.query(sql`
    insert into node (id, start_id, host_name, roles, version, engine, capabilities, url, beat_at)
    values (${id}, ${startId}, ${os.hostname()}, ${roles}::text[], ${programVersion()}, ${engine},
      ${JSON.stringify(capabilities)}::json, ${url}, now())
    on conflict (id) do update set roles = excluded.roles, beat_at = excluded.beat_at`);
}

/** Says that a node was asked to end and does. Its row stays for a while, so that others know that it did not die. */
export async function endNode(db: Asks, id: string): Promise<void> {
  await db.query(sql`update node set ended_at = now() where id = ${id}`);
}
