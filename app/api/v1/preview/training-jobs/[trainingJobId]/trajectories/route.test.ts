import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training-progress.ts";
import { jobPath, removeData } from "#lib/platform/storage/data-paths.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

const sampled = (content: string) => ({
  finish_reason: "stop",
  index: 0,
  message: { role: "assistant", content },
  logprobs: {
    content: [
      { token: "token_id:5", logprob: -0.5, bytes: [], top_logprobs: [] },
      { token: "token_id:6", logprob: -1.5, bytes: [], top_logprobs: [] },
    ],
  },
});

/** A group whose trajectories answer the group's number, each with one of the rewards. */
const aGroup = (rewards: readonly number[], number: number) => ({
  trajectories: rewards.map((reward) => ({
    messages_and_choices: [
      { role: "user", content: `Question ${number} – größer?` },
      sampled(`Answer ${number}`),
    ],
    reward,
  })),
  metrics: { difficulty: number },
});

async function anRlJob(groups: readonly unknown[], place: { project?: TestProject; config?: object } = {}) {
  const model = await aTrainedModel(api, place.project ? { project: place.project } : {});
  const caller = byBearer(await api.aCaller(model.project, "engineer"));
  const body = {
    model_id: model.modelId,
    trajectory_groups: groups,
    experimental_config: place.config ?? {},
  };
  const response = await api.send(caller, { path: "/v1/preview/training-jobs", body });
  expect(response.status).toBe(200);
  const { id } = await response.json();
  const ask = (query = "") =>
    api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}/trajectories${query}` });
  const read = async (query = "") => {
    const answer = await ask(query);
    expect(answer.status).toBe(200);
    return answer.json();
  };
  return { id, ask, read };
}

routeGuarantees(api, contract.listTrajectories, async ({ project }) => ({
  training_job_id: (await anRlJob([aGroup([0, 1], 1)], { project })).id,
}));

test("a group shows its conversations with rewards and advantages, and of each reply how likely it was", async () => {
  const { read } = await anRlJob([aGroup([0, 1, 1, 0], 1)]);
  const { groups, group_count, trajectory_count, next_group, rewards } = await read();
  expect([group_count, trajectory_count, next_group]).toEqual([1, 4, null]);
  expect(groups[0]).toMatchObject({ index: 0, rewards: [0, 1, 1, 0], metrics: { difficulty: 1 } });
  // Mean 0.5 and deviation 0.5.
  expect(groups[0].trajectories.map(({ advantage }: { advantage: number }) => Math.round(advantage))).toEqual(
    [-1, 1, 1, -1],
  );
  expect(groups[0].trajectories[1].conversations).toEqual([
    [
      {
        message: { role: "user", content: "Question 1 – größer?" },
        is_sampled: false,
        token_count: null,
        mean_logprob: null,
      },
      {
        message: { role: "assistant", content: "Answer 1" },
        is_sampled: true,
        token_count: 2,
        mean_logprob: -1,
      },
    ],
  ]);
  expect(rewards).toMatchObject({ mean: 0.5, min: 0, max: 1 });
});

test("advantages are not divided by the deviation where the job says so", async () => {
  const { read } = await anRlJob([aGroup([0, 10], 1)], { config: { normalize_advantages: false } });
  const { groups } = await read();
  expect(groups[0].trajectories.map(({ advantage }: { advantage: number }) => advantage)).toEqual([-5, 5]);
});

test("each page continues where the last one ended, and every group comes once", async () => {
  const { read } = await anRlJob(Array.from({ length: 7 }, (_, n) => aGroup([n, n + 1], n)));
  const seen: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: { groups: { index: number }[]; next_group: number | null } = await read(
      `?limit=3&from_group=${from}`,
    );
    seen.push(...page.groups.map(({ index }) => index));
    from = page.next_group;
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("the bins hold every reward once, and asking for one gives just its trajectories", async () => {
  const rewards = Array.from({ length: 30 }, (_, n) => [n * 0.37, ((n * 7) % 30) * 0.37]);
  const { read } = await anRlJob(rewards.map(aGroup));
  const { rewards: summary } = await read();
  expect(summary.bins.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(60);
  for (const [at, { from, to, count }] of summary.bins.entries()) {
    const isLast = at === summary.bins.length - 1;
    const plain = rewards.flat().filter((one) => one >= from && (isLast ? one <= to : one < to)).length;
    expect(count).toBe(plain);
    const page = await read(`?bin=${at}&limit=100`);
    const shown = page.groups.flatMap((group: { trajectories: { reward: number }[] }) => group.trajectories);
    expect(shown).toHaveLength(count);
    for (const { reward } of shown) expect(reward >= from && reward <= to).toBe(true);
  }
});

test("rewards that are all the same are one bin, and a job without groups has none", async () => {
  const same = await anRlJob([aGroup([2, 2], 1)]);
  expect((await same.read()).rewards.bins).toEqual([{ from: 2, to: 2, count: 2 }]);
  const empty = await anRlJob([]);
  expect(await empty.read()).toMatchObject({ groups: [], group_count: 0, rewards: { bins: [] } });
});

test("a supervised job, and one whose data were swept, have no trajectories to show", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const supervised = await aQueuedJob(api, model);
  const path = `/v1/preview/training-jobs/${supervised}/trajectories`;
  expect((await api.send(caller, { method: "GET", path })).status).toBe(409);
  const swept = await anRlJob([aGroup([0, 1], 1)]);
  await removeData(jobPath(swept.id));
  const response = await swept.ask();
  expect(response.status).toBe(409);
  expect((await response.json()).detail).toContain("removed");
});
