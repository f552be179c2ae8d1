import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { SortBy } from "#lib/contract/query.ts";
import {
  type queryFeedback as contract,
  FEEDBACK_FIELD_ALIASES,
  FEEDBACK_FIELDS,
  type FeedbackRow,
} from "#lib/contract/traces/feedback.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";
import { compileExpression, type FieldResolver } from "#lib/platform/query/compile-expression.ts";
import { orderKeys } from "#lib/platform/query/order-keys.ts";
import { STORED_COLUMNS, type StoredRow, wireRow } from "./feedback-row.internal.ts";
import { ALLOWED_FIELDS, feedbackSources } from "./feedback-sources.internal.ts";
import { visibleFeedback } from "./visible-feedback.ts";

type Input = InputOf<typeof contract>;

type Reply = ReplyOf<typeof contract>;

const COUNT = "count(*)";

/** The rows that match, or the fields of them that were asked for, and how many match in all. */
export async function queryFeedback(ctx: Ctx, input: Input): Promise<Reply> {
  const fields = input.fields && input.fields.length > 0 ? input.fields : null;
  requireKnown(fields ?? []);
  const matching = matchingRows(ctx, input);
  if (fields?.[0] === COUNT) {
    const totalCount = await countRows(ctx, matching);
    return { result: [{ [COUNT]: totalCount }], totalCount };
  }
  const rows = await selectRows(ctx, matching, input);
  const result = rows.map((row) => picked(wireRow(row, ctx.project.path), fields));
  return { result, totalCount: await totalOf(ctx, matching, { input, found: rows.length }) };
}

function requireKnown(fields: string[]): void {
  for (const field of fields) {
    if (field === COUNT && fields.length > 1)
      throw new Rejected(`${COUNT} must be the only field; leave the others out`);
    if (field !== COUNT && !isKnown(field))
      throw new Rejected(
        `Feedback has no field ${field}; the fields are ${ALLOWED_FIELDS}, or ${COUNT} alone`,
      );
  }
}

function isKnown(field: string): boolean {
  return (
    FEEDBACK_FIELDS.some((known) => known === field) ||
    Object.hasOwn(FEEDBACK_FIELD_ALIASES, field) ||
    field.startsWith("payload.")
  );
}

function matchingRows(ctx: Ctx, { query }: Input): Sql {
  const condition = query ? compileExpression(query.$expr, feedbackSources(ctx.project)) : sql`true`;
  return sql`from feedback f where f.project_id = ${ctx.project.id} and ${visibleFeedback(ctx)} and ${condition}`;
}

function selectRows(
  ctx: Ctx,
  matching: Sql,
  { sortBy = [], limit, offset = 0 }: Input,
): Promise<StoredRow[]> {
  const page = limit === undefined ? empty : sql`limit ${limit}`;
  const order = feedbackOrder(sortBy, feedbackSources(ctx.project));
  return ctx.db.query(sql`select ${STORED_COLUMNS} ${matching} ${order} ${page} offset ${offset}`);
}

async function countRows(ctx: Ctx, matching: Sql): Promise<number> {
  const [row] = await ctx.db.query(sql`select ${columns({ count: int(sql`count(*)`) })} ${matching}`);
  return row?.count ?? 0;
}

/** A page that is not full, or no page at all, says the total itself. */
async function totalOf(
  ctx: Ctx,
  matching: Sql,
  { input: { limit, offset = 0 }, found }: { input: Input; found: number },
): Promise<number> {
  const isLastPage = limit === undefined || found < limit;
  return isLastPage && (found > 0 || offset === 0) ? offset + found : countRows(ctx, matching);
}

/** Both spellings of a name leave together. */
function picked(row: FeedbackRow, fields: string[] | null): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const field of fields ?? FEEDBACK_FIELDS) kept[field] = row[field] ?? valueBelow(row, field) ?? null;
  for (const [second, first] of Object.entries(FEEDBACK_FIELD_ALIASES)) {
    if (!(first in kept) && !(second in kept)) continue;
    kept[first] = row[first];
    kept[second] = row[first];
  }
  return kept;
}

/** The value below the payload as it was sent, NUL and all. */
function valueBelow(row: FeedbackRow, path: string): unknown {
  const [root, ...below] = path.split(".");
  return root === "payload" ? valueAt(row.payload, below) : undefined;
}

/** Oldest first by default; ties are ordered by id. */
function feedbackOrder(sortBy: SortBy[], sources: FieldResolver): Sql {
  const keys = sortBy.flatMap(({ field, direction }) => orderKeys(sources(field), direction));
  if (sortBy.length === 0) keys.push(sql`f.created_at`);
  return sql`order by ${join([...keys, sql`f.id collate "C"`], ", ")}`;
}
