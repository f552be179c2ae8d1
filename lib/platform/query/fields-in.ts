import type { Expression } from "#lib/contract/query.ts";

/** The fields that an expression names, wherever in it. */
export function* fieldsIn(expression: Expression): Generator<string> {
  if ("$getField" in expression) yield expression.$getField;
  for (const part of partsOf(expression)) yield* fieldsIn(part);
}

function partsOf(expression: Expression): Expression[] {
  if ("$and" in expression) return expression.$and;
  if ("$or" in expression) return expression.$or;
  if ("$not" in expression) return expression.$not;
  if ("$in" in expression) return [expression.$in[0], ...expression.$in[1]];
  if ("$eq" in expression) return expression.$eq;
  if ("$gt" in expression) return expression.$gt;
  if ("$gte" in expression) return expression.$gte;
  if ("$lt" in expression) return expression.$lt;
  if ("$lte" in expression) return expression.$lte;
  if ("$convert" in expression) return [expression.$convert.input];
  if ("$contains" in expression) return [expression.$contains.input, expression.$contains.substr];
  return "$size" in expression ? [expression.$size] : [];
}
