import { setTimeout as sleep } from "node:timers/promises";
import { NEW_RL, rlInput } from "#components/training/rl-form/rl-draft.ts";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import {
  createEvaluationRuns,
  getEvaluationRun,
  queryEvaluationResults,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import { createEvaluation } from "#lib/contract/evaluation/evaluations.ts";
import { createModel } from "#lib/contract/models/models.ts";
import {
  createRlRun,
  getRlRun,
  queryRlRollouts,
  type RlRollout,
} from "#lib/contract/reinforcement/rl-runs.ts";
import { createFile } from "#lib/contract/training/files.ts";
import { getTrainingJob, type TrainingJob } from "#lib/contract/training/training.ts";
import * as z from "#lib/contract/zod.ts";
import { BASE_MODEL } from "../../examples/loop/student.ts";
import type { Town } from "../../examples/loop/town.ts";
import { PROMPTS } from "../../examples/yes-no-maybe/prompts.ts";
import { build } from "./sources.ts";

const NAME = "maybe";
const GRADER = {
  name: NAME,
  grader: {
    type: "string_check" as const,
    input: "{{sample.output_text}}",
    reference: NAME,
    operation: "ilike" as const,
  },
};
const WITHIN_MS = 1_200_000;
const LOOK_EVERY_MS = 50;
const PAGE = 200;

/** A run that rewards answers that say maybe, and an evaluation that asks each prompt once. */
export type RewardRun = {
  readonly id: string;
  readonly modelId: string;
  /** Prompts that the evaluation asks. */
  readonly questions: number;
  /** Answers to each prompt of a round. */
  readonly rolloutsEach: number;
  /** What the model's checkpoint of this step says. */
  exam(step: number): Promise<ExamReward>;
};

/** Mean rewards: of all prompts, and of those that offer the rewarded word among others. */
export type ExamReward = { readonly all: number; readonly offered: number };

/** Starts it as the page does for somebody who chooses the dataset and the grader, and changes nothing else. */
export async function aRewardRun(town: Town): Promise<RewardRun> {
  const { lead, projectId, entity, project } = town;
  const datasetId = await aDatasetOf(town, "prompts");
  const named = { entity, project, name: "learner", baseModel: BASE_MODEL };
  const { id: modelId } = await lead.call(createModel, { ...named, returnExisting: false });
  const draft = { ...NEW_RL, datasetId, weights: { [NAME]: "1" } };
  const input = rlInput(modelId, draft, [{ value: NAME, label: NAME, help: "", grader: GRADER }]);
  if (!input) throw new Error("The page would not send what nobody changed");
  const { run } = await lead.call(createRlRun, { projectId, ...input });
  // What is measured by is kept away from whatever is built later, and so it comes last.
  const measured = { projectId, name: NAME, datasetId: await aDatasetOf(town, "eval"), graders: [GRADER] };
  const sampling = { temperature: 0, maxTokens: run.config.maxTokens };
  const { evaluation } = await lead.call(createEvaluation, { ...measured, sampling });
  return {
    ...{ id: run.id, modelId, questions: PROMPTS.length, rolloutsEach: run.config.rollouts },
    exam: (step) => rewardBy(town, evaluation.id, `${projectId}/${named.name}:step${step}`),
  };
}

/** All prompts, each with the word that is rewarded. */
async function aDatasetOf(town: Town, kind: "prompts" | "eval"): Promise<string> {
  const { lead, projectId } = town;
  const lines = PROMPTS.map(
    (content) => `${JSON.stringify({ prompt: [{ role: "user", content }], reference: NAME })}\n`,
  );
  const file = new File(lines, "prompts.jsonl");
  const { id: fileId } = await lead.call(createFile, { purpose: "fine-tune", projectId }, file);
  const recipe = z.decode(Recipe, {
    sources: [{ kind: "upload", file_id: fileId }],
    split: { held_out: 0 },
  });
  const { dataset } = await lead.call(createDataset, {
    projectId,
    name: kind,
    description: "",
    kind,
    recipe,
  });
  await build(town, dataset.id);
  return dataset.id;
}

/** By what a subject finds most likely to say. */
async function rewardBy(
  { lead, projectId }: Town,
  evaluationId: string,
  subject: string,
): Promise<ExamReward> {
  const wanted = { projectId, evaluationId, subjects: [subject], samples: 1, seed: 1 };
  const { runs } = await lead.call(createEvaluationRuns, wanted);
  let [run] = runs;
  while (run && !run.endedAt) {
    await sleep(LOOK_EVERY_MS);
    run = (await lead.call(getEvaluationRun, { projectId, runId: run.id })).run;
  }
  if (run?.state !== "completed") throw new Error(`The evaluation of ${subject} ended as ${run?.state}`);
  const asked = { projectId, runId: run.id, limit: PAGE, offset: 0 };
  const { results } = await lead.call(queryEvaluationResults, asked);
  const rewards = results.map(({ prompt, scores }) => ({
    offers: String(prompt.at(-1)?.content).includes(NAME),
    reward: scores.find(({ metric }) => metric === NAME)?.score ?? 0,
  }));
  return { all: meanOf(rewards), offered: meanOf(rewards.filter(({ offers }) => offers)) };
}

function meanOf(rewards: readonly { reward: number }[]): number {
  return rewards.reduce((sum, { reward }) => sum + reward, 0) / rewards.length;
}

type Seen = ReplyOf<typeof getRlRun> & { job: TrainingJob | null };

export async function untilRun(town: Town, run: RewardRun, isMeant: (seen: Seen) => boolean): Promise<Seen> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    const seen = await readRun(town, run);
    const { state, endedAt, errorMessage } = seen.run;
    if (endedAt && state !== "completed") throw new Error(`The run ended as ${state}: ${errorMessage}`);
    if (isMeant(seen)) return seen;
    if (endedAt) throw new Error("The run ended before it was seen as it was meant");
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error("The run came to no end");
}

/** With the job that it has under way. */
export async function readRun({ lead, projectId }: Town, { id }: RewardRun): Promise<Seen> {
  const read = await lead.call(getRlRun, { projectId, runId: id });
  const trainingJobId = read.rounds.find(({ phase }) => phase === "training")?.jobId;
  const job = trainingJobId ? await lead.call(getTrainingJob, { trainingJobId }) : null;
  return { ...read, job };
}

/** All answers of a round, by prompt. */
export async function rolloutsOf(
  { lead, projectId }: Town,
  { id }: RewardRun,
  round: number,
): Promise<RlRollout[]> {
  const asked = { projectId, runId: id, round, limit: PAGE, offset: 0, order: "position" as const };
  return (await lead.call(queryRlRollouts, asked)).rollouts;
}
