import { beforeAll, expect, test } from "vitest";
import type { AccountCtx } from "#lib/access/context.ts";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { NotFound, Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { renderRow } from "#lib/training/trajectories/render-row.ts";
import { labelProbabilities } from "./label-probabilities.ts";
import { scoreReplies } from "./score-replies.ts";

const api = startHarness();
startTestSampler();
const MINI = "lib/models/base-models/spindle-mini";
const MESSAGES = [{ role: "user", content: "Where is my parcel?" }];

let ctx: AccountCtx;
let projectPath: string;
beforeAll(async () => {
  const project = await api.aProject();
  const { userId, email, name } = await api.aCaller(project, "engineer");
  const actor = { userId, email, name, isInstanceAdmin: false, defaultEntity: project.entity, key: null };
  ctx = { actor, db: api.db, requestId: "test", signal: new AbortController().signal };
  projectPath = project.path;
});

test("a reply has the log-probabilities that training would compute of its tokens, to its end", async () => {
  const reply = "It is on its way.";
  const [score] = await scoreReplies(ctx, {
    model: "spindle-mini",
    projectPath,
    replies: [{ messages: MESSAGES, reply }],
  });
  const format = await openChatFormat(MINI);
  const messages = [...MESSAGES, { role: "assistant", content: reply }];
  const { tokenIds, positions } = renderRow(
    { line: 1, messages, tools: null, weight: 1 },
    { format, turns: "last" },
  );
  const policy = { modelFolder: MINI, adapterFolder: null };
  const trainer = await chooseEngine().openTrainer(policy, { method: { mode: "full" } });
  const [scores] = await trainer.score([{ tokenIds }]);
  await trainer.close();
  const expected = positions.map((at) => expect.closeTo(scores?.logprobs[at] ?? Number.NaN, 4));
  expect(score).toEqual({ logprobs: expected });
  expect(positions.length).toBeGreaterThan(3);
});

test("more replies than fit one request are scored each, and one that cannot be is refused by itself", async () => {
  const replies = Array.from({ length: 20 }, (_, index) => ({ messages: MESSAGES, reply: `${index}` }));
  const scores = await scoreReplies(ctx, {
    model: "spindle-mini",
    projectPath,
    replies: [
      ...replies,
      { messages: MESSAGES, reply: "word ".repeat(600) },
      { messages: [{ role: "poet" }], reply: "?" },
    ],
  });
  expect(scores).toHaveLength(22);
  expect(scores.slice(0, 20).every((score) => "logprobs" in score && score.logprobs.length > 1)).toBe(true);
  expect(scores[20]).toMatchObject({ code: "context_length_exceeded" });
  expect(scores[21]).toMatchObject({ refused: expect.stringContaining("poet") });
});

test("labels have probabilities that make one together, as their replies have", async () => {
  const ask = { model: "spindle-mini", projectPath, messages: MESSAGES };
  const labels = ["yes", "no", "not sure"];
  const chances = await labelProbabilities(ctx, { ...ask, labels });
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
  const scores = await scoreReplies(ctx, {
    ...ask,
    replies: labels.map((reply) => ({ messages: MESSAGES, reply })),
  });
  const [yes = 0, no = 0] = scores.map((score) =>
    "logprobs" in score ? score.logprobs.reduce((a, b) => a + b) : 0,
  );
  expect(Math.log((chances[0] ?? 0) / (chances[1] ?? 0))).toBeCloseTo(yes - no, 4);
});

test("a model that is unknown, and one of another server, are refused", async () => {
  const replies = [{ messages: MESSAGES, reply: "yes" }];
  await expect(scoreReplies(ctx, { model: "nobody", projectPath, replies })).rejects.toBeInstanceOf(NotFound);
  const upstream = {
    id: newId(),
    name: "elsewhere",
    baseUrl: "https://elsewhere.test/v1",
    createdBy: "test",
  };
  await api.db.prisma.upstream.create({ data: { ...upstream, models: [] } });
  const asked = scoreReplies(ctx, { model: "elsewhere/model", projectPath, replies });
  await expect(asked).rejects.toBeInstanceOf(Rejected);
});
