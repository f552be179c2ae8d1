import { finiteNumber, integer, oneOf } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/**
 * How a 95 % interval was computed; `lib/evaluation/statistics` says each. Those `of_units` count cases that belong together, such as rows of one conversation, as
 * one, where they are too few or too much alike to resample.
 */
export const ESTIMATE_METHODS = [
  "wilson",
  "wilson_of_units",
  "newcombe",
  "newcombe_of_units",
  "bootstrap",
  "cohen",
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
