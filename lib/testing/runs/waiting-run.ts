import { expect, vi } from "vitest";
import { queryQueueItems } from "#lib/contract/annotation/queues.ts";
import * as people from "#lib/contract/reinforcement/rl-people.ts";
import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { advanceRlRuns } from "#lib/evaluation/rl-work/advance-rl-runs.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aModelIn } from "#lib/testing/data/model-data.ts";
import { DeskPlace } from "#lib/testing/data/queue-data.ts";
import { aReview, ReviewPlace } from "#lib/testing/data/review-data.ts";
import { advanceOnce, anRlRun, aPrompt, LIKE_REFERENCE, readRlRun } from "#lib/testing/data/rl-data.ts";
import type { Harness } from "#lib/testing/harness.ts";

export const WAITING_CONFIG = {
  rounds: 2,
  promptsPerRound: 2,
  rollouts: 4,
  temperature: 1,
  maxTokens: 6,
  seed: 1,
};
export const ASKS_PEOPLE: Omit<people.RlHuman, "queueId"> = {
  ...{ park: "all", band: 0.15, disagreement: 0.3, budgetPerRound: 5, deadlineHours: 12 },
  ...{ fallback: "judge", minAnswers: 1 },
};

/** A run that asks the people of a queue, up to where it waits for them, whatever died on the way. */
export async function aWaitingRun(api: Harness, human: Partial<people.RlHuman> = {}) {
  const review = await aReview(api, { items: 0, people: 2, fields: { good: { type: "boolean" } } });
  const place = { project: review.desk.project, caller: review.desk.caller };
  const model = await aModelIn(api, place);
  const { id } = await anRlRun(api, place, {
    modelId: model.id,
    rows: [aPrompt("respond with yes or no", "yes"), aPrompt("hello", "maybe")],
    ...{ config: WAITING_CONFIG, graders: [LIKE_REFERENCE] },
    human: { ...ASKS_PEOPLE, queueId: review.at.queueId, ...human },
  });
  const step = async () => {
    await advanceOnce(api, place);
    return readRlRun(api, place, id);
  };
  await vi.waitFor(
    async () => {
      await advanceRlRuns(dyingIn(api)).catch(() => undefined);
      const now = await step();
      expect(now.rounds[0]?.phase).toBe("waiting_for_people");
    },
    { timeout: 50_000, interval: 5 },
  );
  const { items } = await api.call(place.caller, queryQueueItems, { ...review.at });
  const asked = new ReviewPlace(new DeskPlace(api, { ...review.desk, items }), review.refs);
  const rollouts = async () => {
    const query = { projectId: place.project.path, runId: id, round: 1, limit: 50, offset: 0 };
    return (await api.call(place.caller, contract.queryRlRollouts, { ...query, order: "position" })).rollouts;
  };
  const waits = async () =>
    (await api.call(place.caller, people.queryRlWaits, { projectId: place.project.path })).waits;
  const passDeadline = () =>
    api.db.query(sql`update rl_round set human_deadline = now() - interval '1 s' where run_id = ${id}`);
  return { id, place, model, items, asked, step, rollouts, waits, passDeadline };
}

/** Does all of its work, and dies before it is kept. */
function dyingIn(api: Harness): Db {
  return {
    get prisma() {
      return api.db.prisma;
    },
    query: (...asked) => api.db.query(...asked),
    stream: (...asked) => api.db.stream(...asked),
    transaction: (work) =>
      api.db.transaction(async (tx) => {
        await work(tx);
        throw new Error("killed before the commit");
      }),
  };
}
