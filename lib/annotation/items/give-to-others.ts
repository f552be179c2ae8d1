import type { Ctx } from "#lib/access/context.ts";
import { showReopened } from "#lib/annotation/answers/reopen-items.internal.ts";
import { type Desk, giveBack } from "#lib/annotation/desk.internal.ts";
import { everyAnnotator, mayAnnotate } from "#lib/annotation/queue-settings.internal.ts";
import { refreshItems } from "#lib/annotation/refresh-items.internal.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import { ANSWERS_WANTED, isDroppedByOthers, isSentBack } from "#lib/annotation/slots.internal.ts";
import { bool, columns, field, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Asked = { queueId: string; annotatorUserId: string; preview: boolean };

/** What became, or would become, of somebody's items; `itemIds` are all that they have begun or hold. */
export type GivenAway = {
  itemIds: string[];
  openedCount: number;
  keptDecidedCount: number;
  keptAnsweredCount: number;
  releasedCount: number;
  annotatorIds: string[];
  annotatorIdsBefore: string[];
};

/** Takes somebody off a queue and opens their items for others. To be called in a transaction: the queue is locked until that ends, then the items. */
export async function giveToOthers(
  ctx: Ctx,
  { queueId, annotatorUserId, preview }: Asked,
): Promise<GivenAway> {
  const { db, project } = ctx;
  const desk: Desk = { projectId: project.id, queueId, annotatorId: annotatorUserId };
  await lockQueue(db, desk);
  const annotatorIdsBefore = await namedAnnotators(db, desk);
  const annotatorIds = await othersThan(ctx, desk, annotatorIdsBefore);
  const itemIds = await lockTheirs(db, desk);
  const fates = await fatesOf(db, desk, itemIds);
  const opened = fates.filter(({ isDecided, isSettled }) => !isDecided && !isSettled).map(({ id }) => id);
  const held = await db.prisma.itemReservation.count({
    where: {
      projectId: project.id,
      queueId,
      annotatorId: annotatorUserId,
      expiresAt: { gt: new Date() },
    },
  });
  if (!preview) {
    const isOther = annotatorIds.length !== annotatorIdsBefore.length;
    if (isOther) await nameAnnotators(db, desk, annotatorIds);
    const released = await giveBack(db, desk, { allBut: [] });
    await open(db, desk, opened);
    if (isOther || opened.length + released.length > 0) await tellProject(db, project.id, "queues");
  }
  return {
    itemIds,
    openedCount: opened.length,
    keptDecidedCount: fates.filter(({ isDecided }) => isDecided).length,
    keptAnsweredCount: fates.filter(({ isDecided, isSettled }) => !isDecided && isSettled).length,
    releasedCount: held,
    annotatorIds,
    annotatorIdsBefore,
  };
}

async function namedAnnotators(db: Db, { projectId, queueId }: Desk): Promise<string[]> {
  const [row] = await db.query(sql`
    select ${columns(of("annotation_queue q", "annotatorIds"))} from annotation_queue q
    where q.project_id = ${projectId} and q.id = ${queueId}`);
  return row?.annotatorIds ?? [];
}

/** Whom the queue names without them. Nobody would mean everybody, so somebody must be left. */
async function othersThan(
  { db, project }: Ctx,
  { projectId, queueId, annotatorId }: Desk,
  named: string[],
): Promise<string[]> {
  const [isAnnotator] = await mayAnnotate(db, project, [annotatorId]);
  const begun = await db.prisma.itemProgress.findFirst({ where: { projectId, queueId, annotatorId } });
  if (!isAnnotator && !begun && !named.includes(annotatorId))
    throw invalidAt(["body", "annotator_user_id"], {
      type: "value_error",
      text: `${annotatorId} neither may annotate in this project nor has begun an item of the queue; name somebody of the queue`,
    });
  if (named.length > 0 ? !named.includes(annotatorId) : !isAnnotator) return named;
  const candidates = named.length > 0 ? named : await everyAnnotator(db, project);
  const others = candidates.filter((id) => id !== annotatorId);
  if (others.length === 0) throw await lastAnnotator(db, { projectId, queueId, annotatorId });
  return others;
}

/** Read by people who know neither of the two by its id. */
async function lastAnnotator(db: Db, { projectId, queueId, annotatorId }: Desk): Promise<Conflict> {
  const [queue, person] = await Promise.all([
    db.prisma.annotationQueue.findFirst({ where: { projectId, id: queueId }, select: { name: true } }),
    db.prisma.user.findUnique({ where: { id: annotatorId }, select: { name: true } }),
  ]);
  return new Conflict(
    `${person?.name ?? annotatorId} is the only annotator of “${queue?.name ?? queueId}”; let others annotate it first, in its settings`,
    { code: "last_annotator" },
  );
}

async function lockTheirs(db: Db, { projectId, queueId, annotatorId }: Desk): Promise<string[]> {
  const rows = await db.query(sql`
    select ${columns(of("queue_item i", "id"))} from queue_item i
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null and (i.assigned_to = ${annotatorId}
      or i.id = any(array(
        select p.item_id from item_progress p
        where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.annotator_id = ${annotatorId}
        union select r.item_id from item_reservation r
        where r.project_id = ${projectId} and r.queue_id = ${queueId} and r.annotator_id = ${annotatorId})))
    order by i.id for no key update`);
  return rows.map(({ id }) => id);
}

/**
 * Those of the locked items that others do not get while they are as they are: answered by the annotator, dropped by their skip, sent back or assigned
 * to them. Settled are those that would want no answer without theirs either.
 */
function fatesOf(db: Db, { projectId, annotatorId }: Desk, itemIds: readonly string[]) {
  return db.query(sql`
    select ${columns({
      id: field("queue_item i", "id"),
      isDecided: bool(sql`exists (
        select from adjudication d where d.project_id = i.project_id and d.item_id = i.id)`),
      isSettled: bool(sql`${isDroppedByOthers(annotatorId)} or coalesce(${ANSWERS_WANTED} <= (
        select count(*) from item_progress o
        where o.project_id = i.project_id and o.item_id = i.id and o.annotator_id <> ${annotatorId} and o.state = 'completed'), false)`),
    })}
    from queue_item i join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
    left join item_progress p on p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = ${annotatorId}
    where i.project_id = ${projectId} and i.id = any(${[...itemIds]}::text[])
      and (i.assigned_to = ${annotatorId} or p.state = 'completed' or p.state = 'skipped' and q.skip_policy = 'drop' or ${isSentBack(sql`p`)})`);
}

/** No note brings the items back to them, and they are nobody's in particular. What they said stays. */
async function open(db: Db, { projectId, annotatorId }: Desk, itemIds: string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await showReopened(
    db,
    projectId,
    sql`
      update item_progress p
      set state = 'unstarted', revision = p.revision + 1, finished_at = null, skip_reason = null, sent_back = null, updated_at = clock_timestamp()
      where p.project_id = ${projectId} and p.item_id = any(${itemIds}::text[]) and p.annotator_id = ${annotatorId}
        and (p.state <> 'unstarted' or p.sent_back is not null)`,
  );
  await db.query(sql`
    update queue_item i
    set assigned_to = null, updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
    where i.project_id = ${projectId} and i.id = any(${itemIds}::text[]) and i.assigned_to = ${annotatorId}`);
  await refreshItems(db, { projectId, itemIds });
}

async function nameAnnotators(db: Db, { projectId, queueId }: Desk, annotatorIds: string[]): Promise<void> {
  await db.query(sql`
    update annotation_queue
    set annotator_ids = ${annotatorIds}::text[], updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where project_id = ${projectId} and id = ${queueId}`);
}
