import type { Ctx } from "#lib/access/context.ts";
import { type QueueRule, RuleFilter } from "#lib/contract/annotation/queue-rules.ts";
import { Query } from "#lib/contract/query.ts";
import * as z from "#lib/contract/zod.ts";
import type { QueueRule as RuleRow } from "#lib/generated/prisma/client.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { NotFound } from "#lib/platform/errors.ts";

export type Place = Pick<Ctx, "db" | "project">;
type Named = { queueId: string; ruleId: string };

/** The rule of the queue; deleted ones are gone, and live on only as the origin of items. */
export async function requireRule({ db, project }: Place, { queueId, ruleId }: Named): Promise<RuleRow> {
  const where = { projectId: project.id, queueId, id: ruleId, deletedAt: null };
  const found = await db.prisma.queueRule.findFirst({ where });
  if (!found) throw new NotFound(`Rule ${ruleId} not found; it does not exist in queue ${queueId}`);
  return found;
}

/** As `requireRule`, and nobody else changes the rule before the transaction ends. */
export async function lockRule(place: Place, named: Named): Promise<RuleRow> {
  await lockRow(place.db, "queue_rule", { projectId: place.project.id, id: named.ruleId });
  return requireRule(place, named);
}

/** A rule as the wire shows it. */
export function toRule(
  {
    filter,
    query,
    deletedAt: _,
    backfilledAt,
    backfillMatched,
    backfillAdded,
    backfillHeldBack,
    ...row
  }: RuleRow,
  { path }: Ctx["project"],
): QueueRule {
  const backfill =
    backfilledAt === null
      ? null
      : { at: backfilledAt, matched: backfillMatched, added: backfillAdded, heldBack: backfillHeldBack };
  return { ...row, ...conditionsOf({ filter, query }), projectId: path, backfill };
}

/** The columns hold only what the contract let in. */
export function conditionsOf({ filter, query }: Pick<RuleRow, "filter" | "query">) {
  return {
    filter: filter === null ? null : z.decode(RuleFilter, filter),
    query: query === null ? null : z.decode(Query, query),
  };
}
