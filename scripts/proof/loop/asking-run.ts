import { setTimeout as sleep } from "node:timers/promises";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { createModel } from "#lib/contract/models/models.ts";
import { createRlRun, getRlRun, queryRlRollouts, type RlRound } from "#lib/contract/reinforcement/rl-runs.ts";
import { newId } from "#lib/platform/ids.ts";
import { BASE_MODEL, TRAINING } from "../../examples/loop/student.ts";
import type { Town } from "../../examples/loop/town.ts";
import type { Place } from "./asked-people.ts";

/** Answers that people are asked about, of eight. */
export const ASKED = 6;
const CONFIG = { rounds: 1, promptsPerRound: 2, rollouts: 4, temperature: 1, maxTokens: 6, seed: 1 };
const WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 50;

export async function aRun(
  { lead, projectId, entity, project }: Town,
  place: Place,
  deadlineHours: number,
): Promise<string> {
  const named = { entity, project, name: `asker-${newId().slice(-8)}`, baseModel: BASE_MODEL };
  const { id: modelId } = await lead.call(createModel, {
    ...named,
    returnExisting: false,
    training: TRAINING,
  });
  const grader = {
    type: "text_similarity" as const,
    input: "{{sample.output_text}}",
    reference: "{{item.reference}}",
    evaluationMetric: "fuzzy_match" as const,
    passThreshold: 0.5,
  };
  const { run } = await lead.call(createRlRun, {
    ...{ projectId, modelId, datasetId: place.datasetId, config: CONFIG, budget: {} },
    graders: [{ name: "like", weight: 1, grader }],
    human: {
      ...{ queueId: place.queueId, field: place.field, scores: { good: 1, bad: 0 } },
      // Every grade is near enough to one half, so that as many are asked about as the budget has.
      ...{ park: "uncertain", band: 0.5, disagreement: 0.3, budgetPerRound: ASKED, deadlineHours },
      ...{ fallback: "judge", minAnswers: 1 },
    },
  });
  return run.id;
}

export async function untilRound(
  { lead, projectId }: Town,
  runId: string,
  isMeant: (round: RlRound) => boolean,
): Promise<RlRound> {
  const deadline = performance.now() + WITHIN_MS;
  let seen: ReplyOf<typeof getRlRun> | null = null;
  while (performance.now() < deadline) {
    seen = await lead.call(getRlRun, { projectId, runId });
    const [round] = seen.rounds;
    if (round && isMeant(round)) return round;
    if (seen.run.endedAt) break;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The run came to ${seen?.run.state}: ${seen?.run.errorMessage ?? seen?.run.waitingFor}`);
}

export async function untilEnded({ lead, projectId }: Town, runId: string): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    const { run } = await lead.call(getRlRun, { projectId, runId });
    if (run.state === "completed") return;
    if (run.endedAt) throw new Error(`The run ended as ${run.state}: ${run.errorMessage}`);
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error("The run came to no end");
}

export async function rolloutsOf({ lead, projectId }: Town, runId: string) {
  const query = { projectId, runId, round: 1, limit: 50, offset: 0, order: "position" as const };
  return (await lead.call(queryRlRollouts, query)).rollouts;
}
