import { integer, oneOf, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";

/** Where a row stands that somebody else made: `dirty rows.jsonl`, line 4; of a table or an archive, and of a version (`answers:v2`), the nth row. */
export const RowPlace = wireObject({
  name: text(),
  unit: oneOf(["line", "row"]),
  /** From 1. */
  number: integer({ min: 1 }),
});
export type RowPlace = z.output<typeof RowPlace>;
