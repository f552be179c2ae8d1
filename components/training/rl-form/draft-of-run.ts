import type { GraderPreset } from "#components/evaluations/make/grader-presets.ts";
import type { RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { NEW_RL, type RlDraft } from "./rl-draft.ts";

type Like = Pick<RlRun, "datasetId" | "version" | "graders" | "config" | "guard" | "budget" | "human">;

/** The form as it would have to be filled in for another run like this one, under a name of its own. A grader that is no longer there is left out. */
export function draftOfRun(run: Like, options: readonly GraderPreset[]): RlDraft {
  const { datasetId, version, config, guard, budget } = run;
  const weights = run.graders.flatMap(({ name, grader, weight }) => {
    const option = options.find((one) => one.grader.name === name && one.grader.grader.type === grader.type);
    return option ? [[option.value, String(weight)] as const] : [];
  });
  return {
    ...NEW_RL,
    ...{ datasetId, version, weights: Object.fromEntries(weights) },
    rounds: String(config.rounds),
    promptsPerRound: String(config.promptsPerRound),
    rollouts: String(config.rollouts),
    temperature: String(config.temperature),
    maxTokens: String(config.maxTokens),
    learningRate: String(config.training?.learningRate ?? NEW_RL.learningRate),
    seed: String(config.seed),
    maxMinutes: budget.maxMinutes === undefined ? "" : String(budget.maxMinutes),
    ...(guard
      ? {
          guardId: guard.evaluationId,
          guardMetric: guard.metric,
          maxDrop: String(guard.maxDrop),
          guardEvery: String(guard.every),
        }
      : {}),
    ...humanDraft(run),
  };
}

function humanDraft({ human }: Pick<Like, "human">): Partial<RlDraft> {
  if (human === null) return {};
  const { queueId, park, fallback, field = null, scores = {} } = human;
  return {
    ...{ humanQueueId: queueId, park, fallback, humanField: field },
    budgetPerRound: String(human.budgetPerRound),
    deadlineHours: String(human.deadlineHours),
    minAnswers: String(human.minAnswers),
    worths: Object.entries(scores).map(([label, worth]) => ({ label, worth: String(worth) })),
  };
}
