import { finiteNumber, integer, oneOf } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** How a 95 % interval was computed; `lib/evaluation/statistics` has one file for each. */
export const ESTIMATE_METHODS = [
  "wilson",
  "bootstrap",
  "paired_bootstrap",
  "bradley_terry",
  "prediction_powered",
] as const;
export type EstimateMethod = (typeof ESTIMATE_METHODS)[number];

export const ESTIMATE_FIELDS = {
  /** Null where there was nothing to estimate from. */
  value: z.nullable(finiteNumber),
  /** Ends of the 95 % interval; null where too little is known for one. */
  low: z.nullable(finiteNumber),
  high: z.nullable(finiteNumber),
  /** The cases that it stands on. */
  n: integer({ min: 0 }),
  method: oneOf(ESTIMATE_METHODS),
};
/** A number that was estimated, never without how sure it is. */
export const Estimate = wireObject(ESTIMATE_FIELDS);
export type Estimate = z.output<typeof Estimate>;
