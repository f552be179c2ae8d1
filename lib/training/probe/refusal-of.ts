import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { withoutPlaces } from "#lib/engine/port/without-places.ts";
import { SpindleError, Unavailable } from "#lib/platform/errors.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";
import type { ProbeNotice } from "./probe-request.ts";

const CHANGED =
  "The files of the step to start from have changed since they were written; start from another step";

/** Why there is no curve, in words for people; null for a fault, whose words are not ours. */
export function refusalOf(error: unknown): Extract<ProbeNotice, { kind: "refused" }> | null {
  if (error instanceof CorruptFiles) return { kind: "refused", message: CHANGED, isPassing: false };
  if (error instanceof TrainingDiverged) return { kind: "refused", message: error.message, isPassing: false };
  if (!(error instanceof SpindleError)) return null;
  const isPassing = error instanceof TooLittleMemory ? !error.isLasting : error instanceof Unavailable;
  return { kind: "refused", message: withoutPlaces(error.message), isPassing };
}
