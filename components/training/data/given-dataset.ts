import { PREFERENCE_LOSSES, type PreferenceLoss } from "#lib/contract/training/preference-config.ts";

/** The version of a dataset that a job is to learn from, with what its page knows of it. */
export type GivenDataset = {
  ref: string;
  learnsLastReply: boolean;
  holdsOut: boolean;
  /** By which its rows can be learned, where they are not pairs. */
  loss: PreferenceLoss | null;
};

/** The version that the address of a new job names. */
export function datasetIn(get: (name: string) => string | null): GivenDataset | null {
  const ref = get("data");
  if (ref === null) return null;
  return {
    ref,
    learnsLastReply: get("replies") === "last",
    holdsOut: get("held_out") !== "none",
    loss: PREFERENCE_LOSSES.find((loss) => loss === get("loss")) ?? null,
  };
}

/** All that an address says of a version. */
export const NO_DATASET = { data: null, replies: null, held_out: null, loss: null, new_model: null };
