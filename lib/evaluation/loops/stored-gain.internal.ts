import { unitBefore } from "#lib/contract/evaluation/amount-words.ts";
import { LoopGain } from "#lib/contract/loops/loop-runs.ts";
import type { LoopMeasure } from "#lib/contract/loops/loop-settings.ts";
import * as z from "#lib/contract/zod.ts";

/** The gain of a run as its row has it; older rows do not say in what they count. */
export function storedGain(stored: unknown, measure: LoopMeasure | null): LoopGain | null {
  if (typeof stored !== "object" || stored === null) return null;
  return z.decode(LoopGain, { unit: unitBefore(measure?.metric ?? ""), ...stored });
}
