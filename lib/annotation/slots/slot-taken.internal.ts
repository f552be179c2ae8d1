import type { Desk } from "#lib/annotation/desk.internal.ts";
import { ANSWERS_WANTED } from "#lib/annotation/slots.internal.ts";
import { columns, field, int, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";

/** The code by which programs recognise this conflict. */
const CODE = "slot_taken";

const factColumns = (annotatorId: string) =>
  columns({
    ...of("queue_item i", "isDropped"),
    wanted: orNull(int(ANSWERS_WANTED)),
    assignee: orNull(
      text(sql`case when i.assigned_to <> ${annotatorId} then coalesce(u.name, i.assigned_to) end`),
    ),
    answers: int(sql`(select count(*) from item_progress p
      where p.project_id = i.project_id and p.item_id = i.id and p.state = 'completed')`),
  });
type Facts = RowOf<ReturnType<typeof factColumns>>;

/** Why the item has no slot for the annotator: who holds it and until when, or what became of it. */
export async function slotTaken(db: Db, desk: Desk, itemId: string): Promise<Conflict> {
  const [facts] = await db.query(sql`
    select ${factColumns(desk.annotatorId)}
    from queue_item i
    join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
    left join app_user u on u.id = i.assigned_to
    where i.project_id = ${desk.projectId} and i.id = ${itemId}`);
  return new Conflict(`Item ${itemId} ${await reason(db, desk, { itemId, facts })}`, { code: CODE });
}

async function reason(
  db: Db,
  desk: Desk,
  { itemId, facts }: { itemId: string; facts: Facts | undefined },
): Promise<string> {
  if (facts?.assignee) return `is assigned to ${facts.assignee} alone; take another one`;
  if (facts?.isDropped) return "was skipped for good, as the queue drops what is skipped; take another one";
  if (facts?.wanted != null && facts.answers >= facts.wanted)
    return `has the ${facts.wanted} answer${facts.wanted === 1 ? "" : "s"} that it wants already; take another one`;
  const holder = {
    name: text(sql`coalesce(u.name, r.annotator_id)`),
    until: field("item_reservation r", "expiresAt"),
  };
  const holders = await db.query(sql`
    select ${columns(holder)}
    from item_reservation r left join app_user u on u.id = r.annotator_id
    where r.project_id = ${desk.projectId} and r.item_id = ${itemId} and r.annotator_id <> ${desk.annotatorId}
      and r.expires_at > clock_timestamp()
    order by r.expires_at`);
  if (holders.length === 0) return "waits for somebody to whom a lead sent it back; take another one";
  const held = holders.map(({ name, until }) => `${name} until ${until.toISOString()}`).join(", ");
  return `is reserved by ${held}; take another one, or this one if it is given back`;
}
