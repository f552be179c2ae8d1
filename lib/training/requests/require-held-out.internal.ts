import type { Fault } from "#lib/contract/fault.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import type { JobValidation } from "#lib/training/job-validation.ts";

const NOTHING_HELD_OUT: Fault = {
  type: "value_error",
  text: "keep is best, but no rows are held out to show which step is best; send validation_data_url, or a version of a dataset that holds rows out",
};

/** A 422 where the best step is to be kept and nothing can show which one that is. */
export function requireHeldOut(
  { keep }: { keep?: "last" | "best" | undefined },
  validation: JobValidation | null,
): void {
  if (keep === "best" && validation === null) throw invalidAt(["body", "config", "keep"], NOTHING_HELD_OUT);
}
