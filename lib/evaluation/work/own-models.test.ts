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
