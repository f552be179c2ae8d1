import { integer, oneOf, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** Whether a job learns: `dead` is one that learned nothing, though it may have done all its steps. */
export const JOB_HEALTHS = ["good", "poor", "dead"] as const;
export type JobHealth = (typeof JOB_HEALTHS)[number];

/** What is wrong with a job in words, found in its numbers; more may be added. */
export const JobWarning = wireObject({
  /** guessing, no_gradient, validation_rising, gradient_spike or rows_dropped; of preference jobs also chosen_falling, margins_saturated or validation_accuracy_falling. */
  code: text(),
  severity: oneOf(["warning", "dead"]),
  /** The step that it is about; null where it is about the whole job. */
  step: z.nullable(integer({ min: 1 })),
  text: text(),
});
export type JobWarning = z.output<typeof JobWarning>;

export function healthOf(warnings: readonly JobWarning[]): JobHealth {
  if (warnings.some(({ severity }) => severity === "dead")) return "dead";
  return warnings.length > 0 ? "poor" : "good";
}
