import { expect, test, vi } from "vitest";
import { type LineageKind, traceLineage } from "#lib/contract/datasets/lineage.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { aRewardedRun } from "#lib/testing/runs/rewarded-run.ts";

vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
startTestSampler({ capacity: 4096 });

type Run = Awaited<ReturnType<typeof aRewardedRun>>;

function trace(
  { place: { caller, project } }: Run,
  kind: LineageKind,
  id: string,
  direction: "up" | "down" = "down",
) {
  return api.call(caller, traceLineage, {
    projectId: project.path,
    start: { kind, id },
    direction,
    depth: 1000,
  });
}

function named({ nodes }: ReplyOf<typeof traceLineage>, kind: LineageKind) {
  return nodes.flatMap((node) => (node.kind === kind ? [node.id] : []));
}

test("who rewarded a round stands in the lineage of the step that learned from it, both ways, and nobody of another project", async () => {
  const run = await aRewardedRun(api);
  const step = await run.learn(3);
  const [ida, ben] = [0, 1].map((n) => run.asked.desk.person(n).userId);
  const alias = `${run.model.id}/production`;
  const below = await trace(run, "annotator", ida ?? "");
  expect(below.counts).toMatchObject({
    ...{ answers: 3, rows: 0, rewards: 3, versions: 0 },
    ...{ rlRounds: 1, jobs: 1, checkpoints: 1, aliases: 1 },
  });
  const round = below.nodes.find(({ kind }) => kind === "rl_round");
  expect(round).toMatchObject({ id: run.roundId, ofId: run.id, number: 1, name: expect.any(String) });
  expect([named(below, "job"), named(below, "checkpoint"), named(below, "alias")]).toEqual([
    [run.jobId],
    [step],
    [alias],
  ]);
  expect(below.edges).toContainEqual({
    ...{ fromKind: "annotator", fromId: ida, toKind: "rl_round", toId: run.roundId },
    answers: 3,
  });

  const above = await trace(run, "alias", alias, "up");
  expect(above.counts).toMatchObject({ annotators: 2, answers: 4, rewards: 4, rlRounds: 1 });
  const people = above.nodes.flatMap(({ kind, id, answers }) =>
    kind === "annotator" ? [[id, answers]] : [],
  );
  expect(people.toSorted()).toEqual(
    [
      [ida, 2],
      [ben, 2],
    ].toSorted(),
  );
  // To the round itself all belong who rewarded it, whether anything could be learned from that or not.
  expect((await trace(run, "rl_round", run.roundId, "up")).counts).toMatchObject({
    annotators: 2,
    answers: 8,
  });

  const learned = run.items.find(({ id }) => named(above, "item").includes(id));
  const [answer = ""] = named(await trace(run, "item", learned?.id ?? ""), "answer");
  expect(named(await trace(run, "answer", answer), "checkpoint")).toEqual([step]);
  const useless = run.items.find(({ id }) => !named(above, "item").includes(id));
  const unlearned = await trace(run, "item", useless?.id ?? "");
  expect([named(unlearned, "rl_round"), named(unlearned, "job")]).toEqual([[run.roundId], []]);

  const other = await api.aProject();
  const stranger = await api.aCaller(other);
  for (const start of [
    { kind: "annotator", id: ida ?? "" },
    { kind: "rl_round", id: run.roundId },
  ] as const)
    await expect(
      api.call(stranger, traceLineage, { projectId: other.path, start, direction: "down", depth: 1000 }),
    ).rejects.toMatchObject({ status: 404 });
});
