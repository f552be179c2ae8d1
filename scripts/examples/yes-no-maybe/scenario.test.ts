import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer, TRAINER_SETTINGS } from "#lib/training/trainer/start-trainer.ts";
import { openService } from "../service.ts";
import { PROMPTS } from "./prompts.ts";
import { meanReward } from "./roll-out.ts";
import { Scenario } from "./scenario.ts";
import { THREE_WORDS } from "./three-words.ts";
import { answerOf, MAYBE, wordTask, YES } from "./word-task.ts";

const JOBS = 3;
const MIN_RISE = 0.15;

const api = startHarness();
startTestSampler({ slots: 32, capacity: 512 });
let trainer: RunningTrainer | undefined;
beforeAll(() => {
  const settings = { ...TRAINER_SETTINGS, lookEveryMs: 20 };
  trainer = startTrainer({ db: api.db, engine: chooseEngine(), prepareJob, settings });
});
afterAll(() => trainer?.stop());

test("three jobs of rewards alone raise the mean reward of the shipped model's answers by 0.15 or more", {
  tags: ["long"],
  timeout: 180_000,
}, async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  const key = (caller.headers.authorization ?? "").replace("Bearer ", "");
  const settings = {
    task: wordTask(MAYBE, 8),
    rollouts: 32,
    temperature: 1.2,
    config: { lossFn: "cispo", learningRate: 3e-4, packedSequenceLength: 256 } as const,
    seed: 1,
  };
  const place = { name: "chooser", entity: project.entity, project: project.name };
  const scenario = await Scenario.start(openService({ url: api.url, key }), settings, place);

  const before = meanReward(await scenario.rollOut(0));
  for (let job = 1; job <= JOBS; job++) await scenario.play(job);
  const after = meanReward(await scenario.rollOut(JOBS + 1));

  expect(after - before).toBeGreaterThanOrEqual(MIN_RISE);
});

test("there are 48 different prompts, of three words and of two", () => {
  expect(new Set(PROMPTS).size).toBe(48);
  expect(PROMPTS[0]).toBe("respond with exactly one of 'yes', 'no', 'maybe'");
  expect(PROMPTS[7]).toBe("respond with exactly one of 'yes' or 'maybe'");
  expect(PROMPTS[47]).toBe("just respond with exactly one of maybe or no");
});

test("only the first word counts, whatever stands around it", () => {
  const { rewardOf } = wordTask(MAYBE, 1);
  expect(["Maybe.", "'no', said I", "<think>yes?\nno?</think> yes", "no yes"].map(rewardOf)).toEqual([
    1, 0.75, 0.5, 0.75,
  ]);
  expect(["", "…", "perhaps", "yesno"].map(rewardOf)).toEqual([0, 0, 0, 0]);
  expect(answerOf("  Perhaps, maybe ")).toBe("perhaps");
  expect(["Maybe.", "no", "yes", "perhaps"].map(wordTask(YES, 1).rewardOf)).toEqual([0, 0, 1, 0]);
});

test("three different words with commas between them are worth all, two a little, anything else nothing", () => {
  const { rewardOf } = THREE_WORDS;
  expect(["red, blue, 7", " red, Blue, green\n"].map(rewardOf)).toEqual([1, 1]);
  expect(
    ["red, blue", "red, red, blue", "red,blue,green", "red, blue, green.", "red", ""].map(rewardOf),
  ).toEqual([0.1, 0, 0, 0, 0, 0]);
});
