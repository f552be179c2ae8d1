import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Expression } from "#lib/contract/query.ts";
import type { purgeFeedback as contract } from "#lib/contract/traces/feedback.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { compileExpression } from "#lib/platform/query/compile-expression.ts";
import { feedbackSources } from "./feedback-sources.internal.ts";
import { withoutFieldFreeParts } from "./field-free.internal.ts";
import { isOwnAlone, ownFeedback } from "./visible-feedback.ts";

/** Deletes for good what the query matches, and says how much that was. */
export async function purgeFeedback(
  ctx: Ctx,
  { query }: InputOf<typeof contract>,
): Promise<{ purgedCount: number }> {
  const { $expr } = query;
  if (isOwnAlone(ctx) && !isByIds($expr))
    throw new Forbidden(
      "Annotators, and keys with only the scope annotate, can purge only by id: send $eq of id and a text, or an $or of such conditions",
    );
  const condition = compileExpression(withoutFieldFreeParts($expr), feedbackSources(ctx.project));
  return ctx.db.transaction(async (db) => {
    const [row] = await db.query(sql`
      with gone as (
        delete from feedback f where f.project_id = ${ctx.project.id} and ${ownFeedback(ctx)} and ${condition}
        returning 1)
      select ${columns({ count: int(sql`count(*)`) })} from gone`);
    const purgedCount = row?.count ?? 0;
    await recordAudit(
      { ...ctx, db },
      {
        action: "feedback.purged",
        projectId: ctx.project.id,
        details: { count: purgedCount, query: JSON.stringify(query).slice(0, MAX_QUERY_CHARACTERS) },
      },
    );
    return { purgedCount };
  });
}

/** Enough of a query to see what was asked; the log is no place for thousands of ids. */
const MAX_QUERY_CHARACTERS = 1000;

function isByIds(expression: Expression): boolean {
  if ("$or" in expression) return expression.$or.every(isByIds);
  if ("$in" in expression) return isId(expression.$in[0]) && expression.$in[1].every(isText);
  if (!("$eq" in expression)) return false;
  const [left, right] = expression.$eq;
  return (isId(left) && isText(right)) || (isText(left) && isId(right));
}

function isId(expression: Expression): boolean {
  return "$getField" in expression && expression.$getField === "id";
}

function isText(expression: Expression): boolean {
  return "$literal" in expression && typeof expression.$literal === "string";
}
