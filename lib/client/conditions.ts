import type { Expression, Query } from "#lib/contract/query.ts";

/** A turn is a call whose id is its turn id. */
export const IS_TURN: Query = { $expr: { $eq: [field("id"), field("turn_id")] } };

/** A call that another one made. */
export const IS_INSIDE: Expression = { $not: [{ $eq: [field("parent_id"), { $literal: null }] }] };

/** A call that runs no longer. */
export const HAS_ENDED: Expression = { $not: [{ $eq: [field("ended_at"), { $literal: null }] }] };

export function isEqual(name: string, value: string): Expression {
  return { $eq: [field(name), { $literal: value }] };
}

/** Whatever the case. */
export function contains(name: string, part: string): Expression {
  return { $contains: { input: field(name), substr: { $literal: part }, case_insensitive: true } };
}

/** Both bounds are exclusive; one that is missing bounds nothing. */
export function isWithin(name: string, { after, before }: { after?: string; before?: string }): Expression[] {
  return [
    ...(after ? [{ $gt: [field(name), { $literal: after }] } satisfies Expression] : []),
    ...(before ? [{ $lt: [field(name), { $literal: before }] } satisfies Expression] : []),
  ];
}

/** Undefined, which asks for everything, where there is no condition. */
export function allOf(conditions: Expression[]): Query | undefined {
  return conditions.length > 0 ? { $expr: { $and: conditions } } : undefined;
}

function field(name: string): Expression {
  return { $getField: name };
}
