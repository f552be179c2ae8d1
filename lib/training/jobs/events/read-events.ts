import type { TrainingEvent } from "#lib/contract/training/training-progress.ts";
import { allOrNull, columns, json, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { isEnded } from "#lib/training/jobs/is-ended.ts";

/** Enough for a screen, little enough for the memory of two hundred readers. */
const MAX_EVENTS = 200;

/** Events after a number, in order. */
export type EventsPage = {
  events: TrainingEvent[];
  lastNumber: bigint;
  /** More of them may be there already. */
  isFull: boolean;
  /** None will ever follow them. */
  isOver: boolean;
};

const running = new Map<string, Promise<EventsPage>>();

/** Reads events of a job, those of the list and the others. Readers who ask for the same at the same time share one statement. */
export function readEvents(db: Db, jobId: string, afterNumber: bigint): Promise<EventsPage> {
  const key = `${jobId} ${afterNumber}`;
  const shared = running.get(key);
  if (shared) return shared;
  const read = readPage(db, jobId, afterNumber).finally(() => running.delete(key));
  running.set(key, read);
  return read;
}

async function readPage(db: Db, jobId: string, afterNumber: bigint): Promise<EventsPage> {
  const rows = await db.query(
    sql`
      select ${EVENT}
      from training_job j
      left join lateral (
        select * from training_event
        where job_id = j.id and number > ${String(afterNumber)}::bigint order by number limit ${MAX_EVENTS}) e on true
      where j.id = ${jobId}
      order by e.number`,
    "read-training-events",
  );
  const events = rows.flatMap(({ id, number, type, data, createdAt }) =>
    id === null || number === null || type === null || createdAt === null
      ? []
      : [{ id, number, type, data, createdAt }],
  );
  const lastNumber = BigInt(events.at(-1)?.number ?? afterNumber);
  const [first] = rows;
  const isOver = !first || (isEnded(first.state) && lastNumber >= BigInt(first.eventCount));
  return {
    events: events.map(({ id, type, data, createdAt }) => ({ id, type, data, createdAt })),
    lastNumber,
    isFull: events.length === MAX_EVENTS,
    isOver,
  };
}

const EVENT = columns({
  ...of("training_job j", "state", "eventCount"),
  ...allOrNull(of("training_event e", "id", "number", "type", "createdAt")),
  data: json<TrainingEvent["data"]>(sql`e.data`),
});
