import type { Ctx } from "#lib/access/context.ts";
import type { ItemFilter } from "#lib/contract/annotation/queues.ts";
import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";

/** What a filter asks of an item (as `i`), whatever kind of thing it asks: each condition begins with `and`. */
export function itemFilter(ctx: Pick<Ctx, "actor">, filter: ItemFilter): Sql {
  return sql`${metadataFilter(filter)} ${workFilter(ctx, filter)}`;
}

/** What a filter asks of the item itself; positions count what this keeps. */
export function metadataFilter(filter: ItemFilter): Sql {
  const conditions = [
    equals(sql`i.id`, filter.id),
    equals(sql`i.call_id`, filter.callId),
    equals(sql`i.call_op_name`, filter.callOpName),
    equals(sql`i.call_trace_id`, filter.callTraceId),
    equals(sql`i.added_by`, filter.addedBy),
    equals(sql`i.assigned_to`, filter.assignedTo),
    whether(sql`i.asked_by is not null`, filter.isAskedByRun),
    filter.minPriority === undefined ? empty : sql`and i.priority >= ${filter.minPriority}`,
  ];
  return join(conditions, " ");
}

/** What a filter asks of the work on the item, which changes while people are at it. An empty list of states asks for none in particular. */
export function workFilter({ actor }: Pick<Ctx, "actor">, filter: ItemFilter): Sql {
  const { annotationStates = [], myAnnotationStates = [], annotatorUserId } = filter;
  const isAnswered = sql`p.state in ('completed', 'skipped')`;
  const conditions = [
    annotationStates.length === 0 ? empty : sql`and i.annotation_state = any(${annotationStates}::text[])`,
    myAnnotationStates.length === 0 ? empty : ownState(actor.userId, myAnnotationStates),
    annotatorUserId === undefined
      ? empty
      : sql`and ${progress(sql`p.annotator_id = ${annotatorUserId} and ${isAnswered}`)}`,
    whether(progress(sql`p.is_flagged`), filter.isFlagged),
    whether(IS_DECIDED, filter.isDecided),
    whether(sql`i.is_open`, filter.isOpen),
    whether(IS_RESERVED, filter.isReserved),
  ];
  return join(conditions, " ");
}

/** Who has no row yet is unstarted. */
function ownState(userId: string, states: readonly string[]): Sql {
  const own = (condition: Sql) => progress(sql`p.annotator_id = ${userId} and ${condition}`);
  return states.includes("unstarted")
    ? sql`and not ${own(sql`p.state <> all(${states}::text[])`)}`
    : sql`and ${own(sql`p.state = any(${states}::text[])`)}`;
}

function progress(condition: Sql): Sql {
  return sql`exists (
    select from item_progress p
    where p.project_id = i.project_id and p.queue_id = i.queue_id and p.item_id = i.id and ${condition})`;
}

export const IS_DECIDED = sql`exists (
  select from adjudication d where d.project_id = i.project_id and d.item_id = i.id)`;

const IS_RESERVED = sql`exists (
  select from item_reservation r
  where r.project_id = i.project_id and r.item_id = i.id and r.expires_at > clock_timestamp())`;

function equals(column: Sql, value: string | undefined): Sql {
  return value === undefined ? empty : sql`and ${column} = ${value}`;
}

function whether(condition: Sql, wanted: boolean | undefined): Sql {
  if (wanted === undefined) return empty;
  return wanted ? sql`and ${condition}` : sql`and not ${condition}`;
}
