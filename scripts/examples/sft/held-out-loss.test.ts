import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createModel } from "#lib/contract/models/models.ts";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { env } from "#lib/platform/env.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer, TRAINER_SETTINGS } from "#lib/training/trainer/start-trainer.ts";
import { openService } from "../service.ts";
import { heldOutLoss } from "./held-out-loss.ts";
import { runSftJob } from "./run-sft-job.ts";

const api = startHarness();
let trainer: RunningTrainer | undefined;
const modelFolder = () => path.join(env().SPINDLE_DATA_DIR, "models/tiny");
beforeAll(async () => {
  await writeTinyModel(modelFolder());
  const settings = { ...TRAINER_SETTINGS, lookEveryMs: 20 };
  trainer = startTrainer({ db: api.db, engine: chooseEngine(), prepareJob, settings });
});
afterAll(() => trainer?.stop());

const EXCHANGES = [
  ["one two three", "four five"],
  ["respond with yes or no", "maybe"],
] as const;
const dataUrlOf = (rows: string) => `data:,${encodeURIComponent(rows)}`;
const ROWS = dataUrlOf(EXCHANGES.map(([question, answer]) => aRow(question, answer)).join(""));

test("measuring reports what the engine says of the replies, leaves the weights alone, and falls once they were trained on", async () => {
  const { service, modelId } = await aModel();
  const first = await heldOutLoss(service, modelId, ROWS);

  expect(await heldOutLoss(service, modelId, ROWS)).toEqual(first);
  expect(first.loss).toBeCloseTo(await lossOfReplies(), 5);
  const config = { batchSize: 2, learningRate: 0.01 };
  for (let job = 0; job < 3; job++) await runSftJob(service, { modelId, dataUrl: ROWS, config });
  expect((await heldOutLoss(service, modelId, ROWS)).loss).toBeLessThan(first.loss);
});

test("a job that fails sends its reason to everyone who follows it", async () => {
  const { service, modelId } = await aModel();
  const tooLong = dataUrlOf(aRow("one ".repeat(2_000), "two"));

  await expect(heldOutLoss(service, modelId, tooLong)).rejects.toThrow(/^The training failed: .*context/);
});

async function aModel() {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  const key = (caller.headers.authorization ?? "").replace("Bearer ", "");
  const service = openService({ url: api.url, key });
  const place = { entity: project.entity, project: project.name };
  const model = { ...place, name: "learner", baseModel: "tiny", returnExisting: false };
  return { service, modelId: (await service.call(createModel, model)).id };
}

/** By the engine itself, without a job: mean −log probability of the tokens that the assistant writes. */
async function lossOfReplies(): Promise<number> {
  const format = await openChatFormat(modelFolder());
  const policy = { modelFolder: modelFolder(), adapterFolder: null };
  const scorer = await chooseEngine().openTrainer(policy, { method: { mode: "full" }, threads: 1 });
  const logprobs: number[] = [];
  for (const [question, answer] of EXCHANGES) {
    const prompt = format.promptTokens([{ role: "user", content: question }], { tools: null });
    const reply = [...format.tokenizer.encode(answer), ...format.tokenizer.encode("<|im_end|>")];
    const [scores] = await scorer.score([{ tokenIds: [...prompt, ...reply] }]);
    logprobs.push(...(scores?.logprobs.subarray(prompt.length) ?? []));
  }
  await scorer.close();
  return -logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
}
