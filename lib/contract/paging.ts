import { bool, identifier, integer, list, oneOf, text } from "./fields.ts";
import { maybe, type WireSchema, wireObject, withDefault } from "./wire.ts";
import type * as z from "./zod.ts";

/** What a caller may ask of a paged list: `after` is the id of the last row it has, and is left out itself. */
export const PAGE_QUERY = {
  after: maybe(identifier()),
  limit: withDefault(integer({ min: 1, max: 100 }), 20),
};

/** What a caller may ask of a list that is counted: its rows from the place `offset` on. */
export const OFFSET_QUERY = {
  limit: withDefault(integer({ min: 1, max: 200 }), 50),
  offset: withDefault(integer({ min: 0 }), 0),
};

export const ORDERS = ["asc", "desc"] as const;
export type Order = (typeof ORDERS)[number];

/** The order of a paged list, where it can be chosen. */
export function orderOr(order: Order): z.Schema<Order> {
  return withDefault(oneOf(ORDERS), order);
}

/** One page of rows that have an id each. */
export type Page<Row> = {
  object: "list";
  data: Row[];
  /** Ids of the first and the last row; empty texts where there is none. */
  firstId: string;
  lastId: string;
  hasMore: boolean;
};

export function pageOf<Row>(row: z.Schema<Row>): z.Schema<Page<Row>, unknown> {
  const page: WireSchema<{
    object: z.Schema<"list">;
    data: z.Schema<Row[]>;
    firstId: z.Schema<string>;
    lastId: z.Schema<string>;
    hasMore: z.Schema<boolean>;
  }> = wireObject({
    object: oneOf(["list"]),
    data: list(row),
    firstId: text(),
    lastId: text(),
    hasMore: bool,
  });
  // The mapped type is the same one, which the compiler cannot see while `Row` is open.
  return page as unknown as z.Schema<Page<Row>, unknown>;
}
