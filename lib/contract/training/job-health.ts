import { integer, oneOf, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** Whether a job learns: `dead` is one that learned nothing, though it may have done all its steps. */
export const JOB_HEALTHS = ["good", "poor", "dead"] as const;
export type JobHealth = (typeof JOB_HEALTHS)[number];

/** What is wrong with a job in words, found in its numbers; more may be added. */
export const JobWarning = wireObject({
  /**
   * guessing, no_gradient, loss_rising, validation_rising, gradient_spike, rows_dropped or few_steps; of preference jobs also margin_flat,
   * margin_negative, chosen_falling, margins_saturated or validation_accuracy_falling; of reinforcement no_variance.
   */
  code: text(),
  /** A note says nothing bad of the job. */
  severity: oneOf(["note", "warning", "dead"]),
  /** The step that it is about; null where it is about the whole job. */
  step: z.nullable(integer({ min: 1 })),
  text: text(),
});
export type JobWarning = z.output<typeof JobWarning>;

export function healthOf(warnings: readonly JobWarning[]): JobHealth {
  if (warnings.some(({ severity }) => severity === "dead")) return "dead";
  return warnings.some(({ severity }) => severity === "warning") ? "poor" : "good";
}
