import type { AccountCtx } from "#lib/access/context.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { listNodes as contract } from "#lib/contract/jobs/nodes.ts";
import { bool, columns, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { NODE_SILENT_MS } from "#lib/platform/processes/note-node.ts";

type Reply = ReplyOf<typeof contract>;

/** How long a node that is gone is still shown. */
const SHOWN_FOR = sql`interval '1 day'`;
const MAX_NODES = 500;

const NODE = columns({
  ...of("node", "id", "startId", "hostName", "roles", "version", "engine", "url", "startedAt", "beatAt"),
  capabilities: json<Reply["nodes"][number]["capabilities"]>(sql`capabilities`),
  isBeating: bool(sql`beat_at > now() - make_interval(secs => ${NODE_SILENT_MS / 1000})`),
});

/** By machine, those that are there first; who has ended in order is left out. */
export async function listNodes({ db, actor }: AccountCtx): Promise<Reply> {
  if (!actor.isInstanceAdmin)
    throw new Forbidden("Only admins of this server can see its machines; ask one of them");
  const nodes = await db.query(sql`
    select ${NODE}
    from node where ended_at is null and beat_at > now() - ${SHOWN_FOR}
    order by "isBeating" desc, host_name, started_at, id limit ${MAX_NODES}`);
  return { nodes };
}
