import { isDict } from "#lib/contract/fields.ts";
import type { RewardPart } from "#lib/contract/reinforcement/rl-runs.ts";
import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { isScored, type StoredScores } from "#lib/evaluation/score.internal.ts";
import { type Hindrance, hindranceOf } from "#lib/evaluation/work/hindrance.internal.ts";
import { type MeasuredRow, measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { scoresBy } from "#lib/evaluation/work/scores-by.internal.ts";
import { createChatCompletion } from "#lib/serving/chat/create-chat-completion.ts";
import type { PendingPrompt } from "./due-rl-run.internal.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import type { Round } from "./rounds.internal.ts";

/** One answer with its reward, or why there is none. */
export type Answer = {
  readonly sample: number;
  readonly scores: StoredScores;
  readonly reward: number | null;
} & ({ readonly choice: Record<string, unknown> } | { readonly error: string });

/** All answers to one prompt, which become visible together. */
export type AnsweredPrompt = { readonly position: number; readonly answers: readonly Answer[] };

/** Samples all answers to a prompt and grades each; or says what stops the round. */
export async function answerPrompt(
  open: OpenRlRun,
  round: Round,
  { position, row: stored }: PendingPrompt,
): Promise<AnsweredPrompt | Hindrance> {
  const row = measuredRow(stored);
  if (!row) return unanswered(open, position, "The row has no prompt");
  const choices = await sample(open, round, { position, row });
  if ("hindrance" in choices)
    return choices.hindrance === "row" ? unanswered(open, position, choices.message) : choices;
  const answers: Answer[] = [];
  for (const [sample, choice] of choices.entries()) {
    const graded = await scoresBy(open.ctx, open.graders, {
      sample: sampleOf(choice, choices),
      item: row.item,
    });
    if ("hindrance" in graded) return graded;
    const scores: StoredScores = Object.fromEntries(graded.scores);
    answers.push({ sample, choice, scores, reward: rewardOf(open.graders, scores) });
  }
  return { position, answers };
}

function unanswered({ config, graders }: OpenRlRun, position: number, error: string): AnsweredPrompt {
  const scores = Object.fromEntries(graders.map(({ name }) => [name, { masked: error }]));
  const answers = Array.from({ length: config.rollouts }, (_, sample) => ({
    sample,
    scores,
    reward: null,
    error,
  }));
  return { position, answers };
}

type Place = { position: number; row: Pick<MeasuredRow, "prompt" | "tools"> };

async function sample(
  open: OpenRlRun,
  round: Round,
  place: Place,
): Promise<Record<string, unknown>[] | Hindrance> {
  const { ctx } = open;
  try {
    const completion = await createChatCompletion(ctx, requestOf(open, round, place));
    if (!("choices" in completion)) throw new Error("A completion that was not asked to stream streams");
    return completion.choices.filter(isDict);
  } catch (error) {
    return hindranceOf(error, ctx.signal);
  }
}

/** What a round asks the model about a row. */
export function requestOf(
  { run, config }: Pick<OpenRlRun, "run" | "config">,
  { round, fromStep }: Pick<Round, "round" | "fromStep">,
  { position, row: { prompt, tools } }: Place,
): ChatRequest {
  const path = `${run.entity}/${run.project}`;
  return {
    model: `${path}/${run.modelName}:step${fromStep}`,
    messages: prompt,
    ...(tools ? { tools } : {}),
    n: config.rollouts,
    temperature: config.temperature,
    maxTokens: config.maxTokens,
    seed: seedOf(config.seed, { round, position }),
    logprobs: true,
    returnTokenIds: true,
    // Answers are kept as rows of the run, and by the job that learns from them.
    store: false,
    metadata: { projectId: path, threadId: `rl/${run.id}` },
  };
}

/** Another one for each prompt of each round, and the same whenever it is asked again. */
function seedOf(seed: number, { round, position }: { round: number; position: number }): number {
  return (seed + round * 1_000_003 + position * 7919) % 2 ** 31;
}

function sampleOf(choice: Record<string, unknown>, choices: readonly unknown[]) {
  const message = isDict(choice.message) ? choice.message : {};
  return {
    outputText: textOf(choice),
    outputTools: Array.isArray(message.tool_calls) ? message.tool_calls : [],
    choices: [choice, ...choices.filter((other) => other !== choice)],
  };
}

export function textOf({ message }: Record<string, unknown>): string {
  return isDict(message) && typeof message.content === "string" ? message.content : "";
}

/** The weighted sum; null where a grader that counts says nothing, since a failed grader is no zero. */
export function rewardOf(
  graders: readonly Pick<RewardPart, "name" | "weight">[],
  scores: StoredScores,
): number | null {
  let sum = 0;
  for (const { name, weight } of graders) {
    if (weight === 0) continue;
    const score = scores[name];
    if (!isScored(score)) return null;
    sum += weight * score.score;
  }
  return Number.isFinite(sum) ? sum : null;
}
