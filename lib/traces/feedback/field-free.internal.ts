import type { Expression } from "#lib/contract/query.ts";
import { fieldsIn } from "#lib/platform/query/fields-in.ts";

const FALSE: Expression = { $literal: false };

/**
 * The same condition with every part that names no field made false. What holds for any row whatever says nothing about which rows
 * are meant, and what is deleted must be meant.
 */
export function withoutFieldFreeParts(expression: Expression): Expression {
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
