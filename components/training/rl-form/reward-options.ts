import { type GraderPreset, graderOptions } from "#components/evaluations/make/grader-presets.ts";
import { whyNotTrusted } from "#components/graders/agreement/trust-badge.tsx";
import type { SingleGrader } from "#lib/contract/evaluation/grader.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";

const JUDGES: readonly SingleGrader["type"][] = ["spindle.judge", "label_model", "score_model"];

/** Graders that can reward, those of the project with whether a model that judges is trusted to stand for people. */
export function rewardOptions(stored: readonly StoredGrader[]): GraderPreset[] {
  const whys = new Map(stored.filter(judges).map((one) => [one.id, whyNotTrusted(one)]));
  return graderOptions(stored).map((option) => {
    const why = whys.get(option.value) ?? null;
    return why === null ? option : { ...option, help: `${option.help}. Not trusted: ${why}` };
  });
}

/** Whether a model gives the score, or a part of it. */
function judges({ grader }: StoredGrader): boolean {
  const parts = grader.type === "multi" ? Object.values(grader.graders) : [grader];
  return parts.some(({ type }) => JUDGES.includes(type));
}
