import { setImmediate as nextTurn } from "node:timers/promises";
import { alphaWithInterval, type Estimate } from "#lib/annotation/agreement/krippendorff-alpha.ts";
import { percentAgreement } from "#lib/annotation/agreement/percent-agreement.ts";
import { tabulate } from "#lib/annotation/agreement/rating-table.ts";
import { standingRatings } from "#lib/annotation/answers/standing-ratings.internal.ts";
import { closedFields, fieldsOf, findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";

export type FieldAlpha = {
  readonly ref: string;
  /** Items with at least two answers. */
  readonly items: number;
  readonly alpha: Estimate;
};

/** How much people agree on each closed field of a queue, by what they say now. */
export async function queueAgreement(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
): Promise<FieldAlpha[]> {
  const place = { db, project: { id: projectId } };
  const queue = await findLeadQueue(place, queueId);
  const fields = closedFields(await fieldsOf(place, queue));
  const { byField } = await standingRatings(place, queue, { fields, withJudges: false });
  const found: FieldAlpha[] = [];
  for (const { ref, scale } of fields) {
    const table = tabulate(byField.get(ref) ?? []);
    const { items } = percentAgreement(table);
    found.push({ ref, items, alpha: alphaWithInterval(table, scale.measure) });
    // The intervals of many fields take a while.
    await nextTurn();
  }
  return found;
}
