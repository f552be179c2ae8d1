import { columns, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** How many turns before an answer are looked at, the nearest first, so that what a build reads stays in proportion to its rows. */
const EARLIER_TURNS = 100;

const ASKED = columns({ ...of("call c", "id", "turnId", "startedAt"), threadId: text(sql`c.thread_id`) });
const TURN = columns({ ...of("call c", "id", "startedAt"), threadId: text(sql`c.thread_id`) });

/** The turns of the threads of these calls that began before them, each with the calls that it is earlier than. */
export async function earlierTurns(
  db: Db,
  projectId: string,
  callIds: readonly string[],
): Promise<Map<string, string[]>> {
  const asked = await db.query(sql`
    select ${ASKED} from call c where c.project_id = ${projectId} and c.id = any(${[...callIds]}::text[]) and c.thread_id <> ''`);
  const turns = await turnsOf(db, projectId, [...new Set(asked.map(({ threadId }) => threadId))]);
  const earlier = new Map<string, string[]>();
  for (const { id, turnId, startedAt, threadId } of asked) {
    const ofThread = turns.get(threadId) ?? [];
    const end = startedAt === null ? 0 : countBefore(ofThread, startedAt);
    for (const turn of ofThread.slice(Math.max(0, end - EARLIER_TURNS), end)) {
      if (turn.id === turnId || turn.id === id) continue;
      const later = earlier.get(turn.id);
      if (later) later.push(id);
      else earlier.set(turn.id, [id]);
    }
  }
  return earlier;
}

type Turn = { id: string; startedAt: Date };

/** How many of the turns, the oldest first, began before a moment. */
function countBefore(turns: readonly Turn[], moment: Date): number {
  let [from, to] = [0, turns.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((turns[middle]?.startedAt ?? moment) < moment) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The turns of threads, the oldest first. */
async function turnsOf(
  db: Db,
  projectId: string,
  threadIds: readonly string[],
): Promise<ReadonlyMap<string, Turn[]>> {
  if (threadIds.length === 0) return new Map();
  const rows = await db.query(sql`
    select ${TURN} from call c
    where c.project_id = ${projectId} and c.thread_id = any(${[...threadIds]}::text[]) and c.id = c.turn_id and c.deleted_at is null
    order by c.started_at, c.id`);
  const found = new Map<string, Turn[]>();
  for (const { id, threadId, startedAt } of rows) {
    if (startedAt === null) continue;
    const ofThread = found.get(threadId);
    if (ofThread) ofThread.push({ id, startedAt });
    else found.set(threadId, [{ id, startedAt }]);
  }
  return found;
}
