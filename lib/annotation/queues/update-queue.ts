import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { ownScorerRefs } from "#lib/annotation/own-scorer-refs.internal.ts";
import { type QueueSettings, settingsFrom } from "#lib/annotation/queue-settings.internal.ts";
import { refreshQueue } from "#lib/annotation/refresh-items.internal.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { snakeCase } from "#lib/contract/wire.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { getQueue } from "./get-queue.ts";

type Endpoint = typeof contract.updateQueue;
type Changed = QueueSettings & Pick<contract.Queue, "name" | "description" | "scorerRefs">;

/** Changes the fields that are given; without any, the queue stays as it is and so does its `updatedAt`. */
export async function updateQueue(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, projectId: _, basedOn, ...sent } = input;
  if (Object.values(sent).every((value) => value === undefined)) return getQueue(ctx, input);
  const refs = sent.scorerRefs && ownScorerRefs(sent.scorerRefs, ctx.project);
  return ctx.db.transaction(async (db) => {
    const place = { projectId: ctx.project.id, queueId };
    await lockQueue(db, place);
    const { queue: before } = await getQueue({ ...ctx, db }, input);
    const scorerRefs = refs ?? before.scorerRefs;
    const settings = await settingsFrom({ ...ctx, db }, sent, { before, scorerRefs });
    const { name = before.name, description = before.description } = sent;
    const after = { ...settings, name, description, scorerRefs };
    if (basedOn !== undefined && Date.parse(basedOn) !== before.updatedAt.getTime())
      throw changedSince(basedOn, before, after);
    if (settings.kind !== before.kind) await requireEmpty(db, place);
    await write(db, queueId, after);
    if (changesRule(before, settings)) await refreshQueue(db, place);
    if (before.showsSuggestions && !settings.showsSuggestions) await forgetSuggestions(db, place);
    if (settings.isArchived !== before.isArchived) {
      const action = settings.isArchived ? "queue.archived" : "queue.restored";
      await recordAudit({ ...ctx, db }, { action, projectId: place.projectId, target: queueId });
    }
    await tellProject(db, ctx.project.id, "queues");
    return getQueue({ ...ctx, db }, input);
  });
}

/** Says where the queue would become another one, which is what the change would undo or write over. */
function changedSince(basedOn: string, before: contract.Queue, after: Changed): Conflict {
  const standing = new Map<string, unknown>(Object.entries(before));
  const differing = Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(standing.get(name)))
    .map(([name]) => snakeCase(name));
  return new Conflict(
    `Queue ${before.id} was changed at ${before.updatedAt.toISOString()}, but this change is based on ${basedOn}; the stored queue differs from what was sent in ${differing.join(", ") || "nothing"}. Read the queue and change it again`,
    { code: "stale" },
  );
}

async function requireEmpty(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
): Promise<void> {
  const item = await db.prisma.queueItem.findFirst({ where: { projectId, queueId, deletedAt: null } });
  const pending = await db.prisma.pendingQueueCall.findFirst({ where: { projectId, queueId } });
  if (item || pending)
    throw new Conflict(
      `Queue ${queueId} has items, so its kind cannot change; remove them first, or create another queue`,
    );
}

/** What nobody has answered is not suggested any more, so that no answer counts as one that was given in sight of it. */
async function forgetSuggestions(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
): Promise<void> {
  const where = { projectId, queueId, item: { isDone: false } };
  await db.prisma.itemSuggestion.deleteMany({ where });
}

/** Whether another number of answers is wanted of some item from now on. */
function changesRule(before: QueueSettings, after: QueueSettings): boolean {
  return (["annotatorsPerItem", "overlapShare", "skipPolicy"] as const).some(
    (key) => before[key] !== after[key],
  );
}

async function write(db: Db, queueId: string, queue: Changed): Promise<void> {
  await db.query(sql`
    update annotation_queue set
      name = ${queue.name}, description = ${queue.description}, scorer_refs = ${queue.scorerRefs}::text[],
      kind = ${queue.kind}, annotators_per_item = ${queue.annotatorsPerItem}::int,
      overlap_share = ${queue.overlapShare}::float8, annotator_ids = ${queue.annotatorIds}::text[],
      is_blind = ${queue.isBlind}, item_order = ${queue.itemOrder},
      shows_suggestions = ${queue.showsSuggestions}, skip_policy = ${queue.skipPolicy},
      skip_reasons = ${queue.skipReasons}::text[], requires_skip_reason = ${queue.requiresSkipReason},
      reservation_minutes = ${queue.reservationMinutes}, required_refs = ${queue.requiredRefs}::text[],
      field_rules = ${JSON.stringify(queue.fieldRules)}::json, is_archived = ${queue.isArchived}, is_strict = ${queue.isStrict},
      min_agreement = ${queue.minAgreement}::float8,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where id = ${queueId}`);
}
