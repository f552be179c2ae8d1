import type { Training, TrainingMode } from "#lib/contract/models/models.ts";

/** The state of a model's form; numbers are kept as typed. */
export type ModelDraft = {
  name: string;
  baseModel: string | null;
  mode: TrainingMode;
  rank: string;
  alpha: string;
};

type Faults = { [F in "name" | "baseModel" | "rank" | "alpha"]?: string };

/** The faults of a draft, by field; empty if there are none. */
export function modelDraftFaults({ name, baseModel, mode, rank, alpha }: ModelDraft): Faults {
  const isLora = mode === "lora";
  return {
    ...(name === "" ? { name: "Enter a name for the model." } : {}),
    ...(/[/:@\s]/.test(name) ? { name: "Leave out spaces, slashes, colons and @." } : {}),
    ...(baseModel === null ? { baseModel: "Choose a base model." } : {}),
    ...(isLora && !(/^\d+$/.test(rank) && Number(rank) >= 1 && Number(rank) <= 256)
      ? { rank: "Enter a whole number from 1 to 256." }
      : {}),
    ...(isLora && !(alpha !== "" && Number(alpha) > 0 && Number(alpha) <= 4096)
      ? { alpha: "Enter a number above 0, at most 4096." }
      : {}),
  };
}

/** The way of training that a draft without faults asks for. */
export function trainingOf({ mode, rank, alpha }: ModelDraft): Training {
  return mode === "full" ? { mode } : { mode, rank: Number(rank), alpha: Number(alpha) };
}
