import { PROJECTIONS } from "#lib/engine/embedded/model/parameters.ts";
import type { TrainingMethod } from "#lib/engine/port/port.ts";
import type { ModelRow } from "#lib/models/open-model.ts";

/** How a model is trained, in the engine's words. */
export function methodOf({ training }: Pick<ModelRow, "training">): TrainingMethod {
  if (training.mode === "full") return { mode: "full" };
  return { mode: "lora", rank: training.rank, alpha: training.alpha, targets: PROJECTIONS };
}
