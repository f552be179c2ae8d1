import type { Ctx } from "#lib/access/context.ts";
import type { Expression } from "#lib/contract/query.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { compileExpression } from "#lib/platform/query/compile-expression.ts";
import { fieldsIn } from "#lib/platform/query/fields-in.ts";
import { feedbackSources } from "./feedback-sources.internal.ts";
import { isOwnAlone, ownFeedback, visibleFeedback } from "./visible-feedback.ts";

const FALSE: Expression = { $literal: false };

/** Of what belongs to others, so many are named. */
const MAX_NAMED = 5;

/**
 * The condition on feedback (as `f`) that the actor may delete it and the query asks for that. Throws where the query names what the actor
 * sees and somebody else said; what the actor does not see is answered as what is not there.
 */
export async function purgeableFeedback(ctx: Ctx, expression: Expression): Promise<Sql> {
  const asked = compileExpression(withoutFieldFreeParts(expression), feedbackSources(ctx.project));
  const inProject = sql`f.project_id = ${ctx.project.id} and ${asked}`;
  if (isOwnAlone(ctx)) {
    if (!isByIds(expression))
      throw new Forbidden(
        "Annotators, and keys with only the scope annotate, can purge only by id: send $eq of id and a text, or an $or of such conditions",
      );
    await requireOwn(ctx, inProject);
  }
  return sql`${inProject} and ${ownFeedback(ctx)}`;
}

async function requireOwn(ctx: Ctx, asked: Sql): Promise<void> {
  const others = await ctx.db.query(sql`
    select ${columns(of("feedback f", "id"))} from feedback f
    where ${asked} and not (${ownFeedback(ctx)}) and ${visibleFeedback(ctx)}
    order by f.id collate "C" limit ${MAX_NAMED}`);
  if (others.length === 0) return;
  const named = others.map(({ id }) => id).join(", ");
  throw new Forbidden(
    `Annotators, and keys with only the scope annotate, can purge only their own feedback; ${named} ${others.length === 1 ? "is" : "are"} somebody else's`,
  );
}

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

/**
 * The same condition with every part that names no field made false. What holds for any row whatever says nothing about which rows
 * are meant, and what is deleted must be meant.
 */
function withoutFieldFreeParts(expression: Expression): Expression {
  if (!namesField(expression)) return FALSE;
  if ("$and" in expression) return { $and: expression.$and.map(withoutFieldFreeParts) };
  if ("$or" in expression) return { $or: expression.$or.map(withoutFieldFreeParts) };
  if ("$not" in expression) return { $not: [withoutFieldFreeParts(expression.$not[0])] };
  if ("$in" in expression) return { $in: [operand(expression.$in[0]), expression.$in[1].map(operand)] };
  if ("$eq" in expression) return { $eq: pair(expression.$eq) };
  if ("$gt" in expression) return { $gt: pair(expression.$gt) };
  if ("$gte" in expression) return { $gte: pair(expression.$gte) };
  if ("$lt" in expression) return { $lt: pair(expression.$lt) };
  if ("$lte" in expression) return { $lte: pair(expression.$lte) };
  return operand(expression);
}

function pair([left, right]: [Expression, Expression]): [Expression, Expression] {
  return [operand(left), operand(right)];
}

/** Where a value is wanted, literals and their conversions stay; operations are conditions all the same. */
function operand(expression: Expression): Expression {
  if ("$literal" in expression || "$getField" in expression) return expression;
  if ("$convert" in expression) {
    const { input, to } = expression.$convert;
    return { $convert: { input: operand(input), to } };
  }
  if ("$size" in expression) return { $size: operand(expression.$size) };
  if ("$contains" in expression && namesField(expression)) {
    const { input, substr, ...more } = expression.$contains;
    return { $contains: { ...more, input: operand(input), substr: operand(substr) } };
  }
  return withoutFieldFreeParts(expression);
}

function namesField(expression: Expression): boolean {
  return !fieldsIn(expression).next().done;
}
