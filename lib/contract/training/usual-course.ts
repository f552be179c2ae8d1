import type { PreferenceConfig } from "./preference-config.ts";
import type { SftConfig } from "./training-config.ts";
import {
  USUAL_BATCH_SIZE,
  USUAL_PREFERENCE_BATCH_SIZE,
  USUAL_PREFERENCE_EPOCHS,
  usualEpochs,
  usualPreferenceEpochs,
} from "./usual-epochs.ts";

/** The rows of a version that a job learns, and those that it is measured by on the way. */
export type RowsOfVersion = { rows: number; heldOut: number };

/** What is left out of a supervised config, as the form of a job would propose it for such rows; what is there stays. */
export function usualSftCourse(
  config: SftConfig,
  { rows, heldOut, learnsLastReply }: RowsOfVersion & { learnsLastReply: boolean },
): SftConfig {
  const batchSize = config.batchSize ?? USUAL_BATCH_SIZE;
  const nEpochs = config.nEpochs ?? usualEpochs(rows, batchSize === "auto" ? USUAL_BATCH_SIZE : batchSize);
  const keep = config.keep ?? usualKeep({ isOften: nEpochs > 1, isMeasured: isMeasured(config, heldOut) });
  return {
    ...config,
    batchSize,
    nEpochs,
    keep,
    assistantTurns: config.assistantTurns ?? (learnsLastReply ? "last" : "all"),
  };
}

/** The same of a preference config. */
export function usualPreferenceCourse(
  config: PreferenceConfig,
  { rows, heldOut }: RowsOfVersion,
): PreferenceConfig {
  const batchSize = config.batchSize ?? USUAL_PREFERENCE_BATCH_SIZE;
  const nEpochs = config.nEpochs ?? usualPreferenceEpochs(rows, batchSize);
  const isOften = nEpochs > USUAL_PREFERENCE_EPOCHS;
  return {
    ...config,
    batchSize,
    nEpochs,
    keep: config.keep ?? usualKeep({ isOften, isMeasured: isMeasured(config, heldOut) }),
  };
}

/** Few rows that are read often are known by heart at the end: then held-out rows show which step is the best. */
export function usualKeep({
  isOften,
  isMeasured,
}: {
  isOften: boolean;
  isMeasured: boolean;
}): "best" | "last" {
  return isOften && isMeasured ? "best" : "last";
}

function isMeasured({ validationEvery }: Pick<SftConfig, "validationEvery">, heldOut: number): boolean {
  return heldOut > 0 && validationEvery !== 0;
}
