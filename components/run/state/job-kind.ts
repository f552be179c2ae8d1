import type { JobKind } from "#lib/contract/training/job-states.ts";
import { PREFERENCE_LOSSES, type PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type Words = { label: string; short: string };

const KINDS: { readonly [K in Exclude<JobKind, "preference">]: Words } = {
  sft: { label: "Supervised (SFT)", short: "SFT" },
  rl: { label: "Reinforcement (RL)", short: "RL" },
};

const LOSSES: { readonly [L in PreferenceLoss]: string } = {
  dpo: "DPO",
  ipo: "IPO",
  simpo: "SimPO",
  cpo: "CPO",
  orpo: "ORPO",
  kto: "KTO",
  rwr: "Reward-weighted",
};

/** How a job learns. Jobs on preferences differ by their loss, which they have written down. */
export function kindWords({ kind, config }: Pick<TrainingJob, "kind" | "config">): Words {
  if (kind !== "preference") return KINDS[kind];
  const loss = PREFERENCE_LOSSES.find((one) => one === config.loss) ?? "dpo";
  return { label: `Preferences (${LOSSES[loss]})`, short: LOSSES[loss] };
}
