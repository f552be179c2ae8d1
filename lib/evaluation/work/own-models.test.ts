import { expect, test } from "vitest";
import { compareEvaluationRuns } from "#lib/contract/evaluation/evaluation-runs.ts";
import { newId } from "#lib/platform/ids.ts";
import { scoreReplies } from "#lib/serving/asking/score-replies.ts";
import { anEvaluation, aRow, measuredRuns } from "#lib/testing/data/evaluation-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
startTestSampler();

test("of the service's own models, the reference's likelihood is measured once a row, and lower is better", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const rows = [
    aRow("respond with one of yes, no, maybe", "yes"),
    aRow("respond with one of yes, no, maybe", "qqqq"),
  ];
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const subjects = ["spindle-mini"];
  const [run] = await measuredRuns(api, place, { evaluationId, subjects, samples: 2 });
  expect(run).toMatchObject({ state: "completed", done: 4, masked: 0 });
  const user = await api.db.prisma.user.findUniqueOrThrow({ where: { id: place.caller.userId } });
  const scores = await scoreReplies(
    {
      db: api.db,
      actor: { ...user, userId: user.id, key: null },
      requestId: newId(),
      signal: new AbortController().signal,
    },
    {
      model: "spindle-mini",
      projectPath: project.path,
      replies: ["yes", "qqqq"].map((reply) => ({
        messages: [{ role: "user", content: "respond with one of yes, no, maybe" }],
        reply,
      })),
    },
  );
  const means = scores.map((score) => {
    const logprobs = "logprobs" in score ? score.logprobs : [];
    return -logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
  });
  expect(means[0]).toBeLessThan(means[1] ?? 0);
  const input = { projectId: project.path, evaluationId, runs: [run?.id ?? ""] };
  const { metrics, subjects: compared } = await api.call(place.caller, compareEvaluationRuns, input);
  expect(metrics).toContainEqual({ name: "nll", unit: "nats", better: "lower" });
  const cell = compared[0]?.cells.find(({ metric }) => metric === "nll");
  // Both rows have one prompt, so they are one unit, which has no interval.
  expect(cell?.estimate).toMatchObject({ n: 2, low: null, high: null });
  expect(cell?.estimate.value).toBeCloseTo(((means[0] ?? 0) + (means[1] ?? 0)) / 2, 5);
});

test("of pairs, each whose preferred reply is the likelier one counts, as a plain sum of log-probabilities says", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const sides: [prompt: string, chosen: string, rejected: string][] = [
    ["respond with one of yes, no, maybe", "yes", "qqqq"],
    ["respond with one of up, down", "zzzz zzzz", "up"],
    ["respond with one of red, green", "red", "green green green green"],
  ];
  const says = (role: string, content: string) => [{ role, content }];
  const pairs = sides.map(([prompt, chosen, rejected]) => ({
    prompt: says("user", prompt),
    chosen: says("assistant", chosen),
    rejected: says("assistant", rejected),
  }));
  // A side of several messages is no reply to the same prompt.
  const longer = {
    ...pairs[0],
    rejected: [...says("assistant", "no"), ...says("user", "?"), ...says("assistant", "no")],
  };
  const rows = [
    ...[...pairs, longer].map((value) => ({ value, isHeldOut: true })),
    aRow("respond with one of yes, no, maybe", "yes"),
  ];
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const [run] = await measuredRuns(api, place, { evaluationId, subjects: ["spindle-mini"] });
  expect(run).toMatchObject({ state: "completed", done: rows.length });
  const user = await api.db.prisma.user.findUniqueOrThrow({ where: { id: place.caller.userId } });
  const ctx = {
    db: api.db,
    actor: { ...user, userId: user.id, key: null },
    requestId: newId(),
    signal: new AbortController().signal,
  };
  const replies = pairs.flatMap(({ prompt, chosen, rejected }) =>
    [chosen, rejected].map((side) => ({ messages: prompt, reply: side[0]?.content ?? "" })),
  );
  const scores = await scoreReplies(ctx, { model: "spindle-mini", projectPath: project.path, replies });
  const sums = scores.map((score) =>
    "logprobs" in score ? score.logprobs.reduce((sum, one) => sum + one, 0) : Number.NaN,
  );
  const wins = pairs.map((_, at) => Number((sums[2 * at] ?? 0) > (sums[2 * at + 1] ?? 0)));
  expect(new Set(wins)).toEqual(new Set([0, 1]));
  const input = { projectId: project.path, evaluationId, runs: [run?.id ?? ""] };
  const { metrics, subjects } = await api.call(place.caller, compareEvaluationRuns, input);
  expect(metrics).toContainEqual({ name: "prefers_chosen", unit: "share", better: "higher" });
  const cell = subjects[0]?.cells.find(({ metric }) => metric === "prefers_chosen");
  expect(cell?.estimate).toMatchObject({ n: 3, method: "wilson" });
  expect(cell?.estimate.value).toBeCloseTo(wins.reduce((sum, one) => sum + one, 0) / 3, 6);
});
