import { setImmediate as nextTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import { compareRaters, meanKappa, type PairComparison } from "#lib/annotation/agreement/compare-raters.ts";
import { fleissKappa } from "#lib/annotation/agreement/fleiss-kappa.ts";
import { alphaWithInterval } from "#lib/annotation/agreement/krippendorff-alpha.ts";
import { percentAgreement } from "#lib/annotation/agreement/percent-agreement.ts";
import { type RatingTable, tabulate, type Value } from "#lib/annotation/agreement/rating-table.ts";
import { type StandingRatings, standingRatings } from "#lib/annotation/answers/standing-ratings.internal.ts";
import { chosenFields } from "#lib/annotation/fields/chosen-fields.internal.ts";
import {
  type ClosedField,
  closedFields,
  fieldsOf,
  findLeadQueue,
} from "#lib/annotation/queue-fields.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-quality.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { consensusHits, goldHits, withHits, workOfPeople } from "./people-quality.internal.ts";

type Endpoint = typeof contract.getQueueQuality;
type Reply = ReplyOf<Endpoint>;

/** People in the order of their names: they are shown beside each other and never ranked. */
export async function getQueueQuality(
  ctx: Ctx,
  { queueId, fieldRef, includeJudges }: InputOf<Endpoint>,
): Promise<Reply> {
  const queue = await findLeadQueue(ctx, queueId);
  const fields = closedFields(await fieldsOf(ctx, queue));
  const [shown] = chosenFields(fields, fieldRef);
  const place = { projectId: ctx.project.id, queueId };
  const work = await workOfPeople(ctx.db, place);
  const standing = await standingRatings(ctx, queue, { fields, withJudges: includeJudges });
  const judged = fieldRef === undefined ? fields : chosenFields(fields, fieldRef);
  const held = await heldAgainst(ctx.db, place, { fields: judged, standing });
  const tables = fields.map((field) => ({ field, table: tabulate(standing.byField.get(field.ref) ?? []) }));
  const agreements: Reply["fields"] = [];
  for (const { field, table } of tables) {
    agreements.push(agreementOf(field, table));
    // The intervals of many fields take a while; others are answered in between.
    await nextTurn();
  }
  const matrixTable = tables.find(({ field }) => field === shown)?.table ?? tabulate([]);
  return {
    people: work.map((person) => withHits(person, held)),
    fields: agreements,
    raters: [...standing.raters],
    matrix: compareRaters(matrixTable, shown?.scale.measure ?? "nominal").map(cellOf),
  };
}

function agreementOf(
  { ref, name, scale, versions }: ClosedField,
  table: RatingTable,
): contract.FieldAgreement {
  return {
    ref,
    name,
    measure: scale.measure,
    versions: versions.filter((version) => version !== null),
    ...percentAgreement(table),
    cohenKappa: meanKappa(compareRaters(table, scale.measure)),
    fleissKappa: fleissKappa(table),
    alpha: alphaWithInterval(table, scale.measure),
  };
}

function cellOf({ confusion, ...cell }: PairComparison): Reply["matrix"][number] {
  const counts = confusion.map(({ first, second, count }) => ({
    first: `${first}`,
    second: `${second}`,
    count,
  }));
  return { ...cell, confusion: counts };
}

type Held = Parameters<typeof withHits>[1];

/** People's answers against each other's and against the gold ones, in each field. Judges are no measure of people. */
async function heldAgainst(
  db: Db,
  place: { projectId: string; queueId: string },
  { fields, standing }: { fields: readonly ClosedField[]; standing: StandingRatings },
): Promise<Held> {
  const judges = new Set(standing.raters.flatMap(({ id, isJudge }) => (isJudge ? id : [])));
  const gold = await goldAnswers(db, place, fields);
  const tables = fields.map(({ ref }) =>
    tabulate((standing.byField.get(ref) ?? []).filter(({ rater }) => !judges.has(rater))),
  );
  return {
    consensus: tables.map(consensusHits),
    gold: tables.map((table, index) => goldHits(table, gold[index] ?? new Map())),
  };
}

/** By the position of the item, in each of the fields. */
async function goldAnswers(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
  fields: readonly ClosedField[],
): Promise<Map<number, Value>[]> {
  const rows = await db.prisma.adjudication.findMany({
    where: { projectId, queueId, isGold: true, item: { deletedAt: null } },
    select: { values: true, item: { select: { position: true } } },
  });
  return fields.map(({ refs, scale }) => {
    const byItem = new Map<number, Value>();
    for (const { item, values } of rows) {
      if (!isDict(values)) continue;
      const said = refs.find((ref) => Object.hasOwn(values, ref));
      const value = said === undefined ? null : scale.read(values[said]);
      if (value !== null) byItem.set(Number(item.position), value);
    }
    return byItem;
  });
}
