import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { QUICK } from "#lib/testing/data/job-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { openAi } from "#lib/testing/open-ai.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";
import { ArtClient, ArtError, type Registered } from "./art-client.ts";
import { exchangeTrajectory, group, sampled, trajectory } from "./art-trajectories.ts";

const BASE = "spindle-mini";
const QUESTION = { role: "user", content: "respond with one of yes, no, maybe" } as const;
const MIB = 1024 * 1024;

// Several real jobs in one test, in the process that also samples and serves.
vi.setConfig({ testTimeout: 90_000 });

const api = startHarness();
// As many may wait as in the product.
startTestSampler({ capacity: 4096 });
const format = await openChatFormat(`lib/models/base-models/${BASE}`);
let trainer: RunningTrainer;
beforeAll(() => {
  overrideSettings({ TRAIN_THREADS: "1" });
  const settings = { ...QUICK, terms: { leaseMs: 20_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(() => trainer.stop());

type Place = {
  art: ArtClient;
  client: OpenAI;
  model: Registered;
  /** As the client writes it, without a step. */
  name: string;
};

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const art = ArtClient.of(api, caller);
  const model = await art.register({ project: project.name, name: "agent", base_model: BASE });
  const name = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;
  return { art, client: openAi(api, caller), model, name };
}

/** As rollouts ask: nothing but the model, the conversation and a length. */
function ask(client: OpenAI, model: string, more: object = {}): Promise<OpenAI.ChatCompletion> {
  return client.chat.completions.create({ model, messages: [QUESTION], max_tokens: 8, ...more });
}

/** A group of conversations that all differ in their rewards, so that each of them teaches something. */
async function aGroup({ client, name }: Place, n = 4, more: object = {}) {
  const { choices } = await ask(client, name, { n, ...more });
  return group(choices.map((choice, index) => trajectory([QUESTION, choice], index / n)));
}

function tokensOf({ choices }: OpenAI.ChatCompletion): number {
  return choices.reduce((sum, choice) => sum + sampled(choice).tokenIds.length, 0);
}

const firstLogprobs = ({ choices }: OpenAI.ChatCompletion) =>
  choices.map(({ logprobs }) => logprobs?.content?.[0]?.logprob);

test("the whole loop: register, roll out, reward, follow, learn the step, sample it and the latest, prune", {
  tags: ["long"],
}, async () => {
  const place = await aPlace();
  const { art, client, model, name } = place;
  const known = (await client.models.list()).data.map(({ id }) => id);
  expect(known).toEqual(expect.arrayContaining([BASE, model.name, name]));
  expect(await art.step(model.id)).toBe(0);
  const base = await ask(client, BASE, { temperature: 0 });
  expect(firstLogprobs(await ask(client, name, { temperature: 0 }))).toEqual(firstLogprobs(base));

  for (const expected of [1, 2, 3]) {
    const groups = [await aGroup(place), await aGroup(place)];
    const { sequences, steps } = await art.train(model.id, groups, { learning_rate: 1e-3 });
    expect(sequences).toBeGreaterThan(0);
    expect(steps).toHaveLength(sequences);
    expect(await art.step(model.id)).toBe(expected);
    await art.log(model.id, groups, "val");
  }
  const at = async (tag: string) => firstLogprobs(await ask(client, `${name}${tag}`, { temperature: 0 }));
  expect(await at(":step0")).toEqual(firstLogprobs(base));
  expect(await at(":step3")).not.toEqual(await at(":step2"));
  expect(await at("")).toEqual(await at(":step3"));

  const rows = await art.checkpoints(model.id);
  expect(rows.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
  // The best one by a figure stays, and so does the newest.
  const best = rows.slice(1, 3).toSorted((a, b) => (b.metrics.reward ?? 0) - (a.metrics.reward ?? 0))[0];
  const pruned = [0, 1, 2].filter((step) => step !== best?.step);
  expect(await art.deleteCheckpoints(model.id, [...pruned, 99])).toEqual({
    deleted_count: 2,
    not_found_steps: [99],
  });
  expect(await art.step(model.id)).toBe(3);
  await expect(ask(client, `${name}:step0`)).rejects.toMatchObject({ status: 404 });
  expect((await ask(client, `${name}:step${best?.step}`)).choices).toHaveLength(1);
  expect((await ask(client, name)).choices).toHaveLength(1);
});

describe("1: log-probabilities and token ids are on every choice, unasked", () => {
  test("of each model, as the trainer needs them back", async () => {
    const { client, name } = await aPlace();
    for (const model of [BASE, name]) {
      const completion = await ask(client, model, { n: 3 });
      expect(completion.choices).toHaveLength(3);
      for (const choice of completion.choices) {
        const { tokenIds, promptTokenIds } = sampled(choice);
        expect(choice.logprobs?.content?.map(({ token }) => token)).toEqual(
          tokenIds.map((id) => `token_id:${id}`),
        );
        for (const { bytes, logprob, top_logprobs } of choice.logprobs?.content ?? []) {
          expect(bytes).toEqual(expect.any(Array));
          expect(logprob).toBeLessThanOrEqual(0);
          expect(logprob).toBeGreaterThanOrEqual(-9999);
          expect(top_logprobs).toEqual([]);
        }
        expect(promptTokenIds).toEqual(Object(completion).prompt_token_ids);
        expect(promptTokenIds).toHaveLength(completion.usage?.prompt_tokens ?? -1);
      }
      expect(tokensOf(completion)).toBe(completion.usage?.completion_tokens);
    }
  });

  test("also where newer clients ask for them, and as text only where somebody says so", async () => {
    const { client, name } = await aPlace();
    const asked = { return_token_ids: true, return_tokens_as_token_ids: true, logprobs: true };
    const extra = { ...asked, chat_template_kwargs: { preserve_thinking: true }, temperature: 0 };
    const plain = await ask(client, name, { temperature: 0 });
    expect((await ask(client, name, extra)).choices).toEqual(plain.choices);
    const text = { ...asked, return_tokens_as_token_ids: false, temperature: 0 };
    const { choices } = await ask(client, name, text);
    expect(choices[0]?.logprobs?.content?.[0]?.token).not.toContain("token_id:");
  });
});

describe("2: a client that polls learns all that it waits for", () => {
  test("the number of steps first, then numbers alone, then the end with the checkpoint in place", async () => {
    const place = await aPlace();
    // Packs so small that several steps are needed.
    const settings = { packed_sequence_length: 64 };
    const { sequences, steps } = await place.art.train(place.model.id, [await aGroup(place, 8)], settings);
    expect(sequences).toBeGreaterThan(1);
    expect(steps).toHaveLength(sequences);
    expect(Object.keys(steps[0] ?? {})).toEqual(
      expect.arrayContaining([
        ...["loss", "entropy", "grad_norm", "learning_rate", "reward", "reward_std_dev", "exception_rate"],
        ...["num_groups_submitted", "num_groups_trainable", "num_trajectories", "num_trainable_tokens"],
      ]),
    );
    expect(await place.art.step(place.model.id)).toBe(1);
  });

  test("a group with equal rewards is not a step, but still makes the next checkpoint", async () => {
    const place = await aPlace();
    const { choices } = await ask(place.client, place.name, { n: 2 });
    const same = group(choices.map((choice) => trajectory([QUESTION, choice], 0.5)));
    const followed = await place.art.train(place.model.id, [same]);
    expect(followed).toMatchObject({ sequences: 0, steps: [] });
    expect(await place.art.step(place.model.id)).toBe(1);
  });

  test("data that can never be trained fails the job with a reason, and makes no checkpoint", async () => {
    const place = await aPlace();
    const foreign = {
      finish_reason: "stop",
      index: 0,
      message: { role: "assistant", content: "yes" },
      token_ids: [10_000_000],
      logprobs: { content: [{ token: "token_id:10000000", logprob: -1, bytes: [], top_logprobs: [] }] },
    };
    const groups = [group([trajectory([QUESTION, foreign], 1), trajectory([QUESTION, foreign], 0)])];
    await expect(place.art.train(place.model.id, groups)).rejects.toThrow(
      /Training job failed: .*trajectory_groups\[0\]/,
    );
    expect(await place.art.step(place.model.id)).toBe(0);
  });
});

describe("3: rollouts are draws from the model as it is", () => {
  test("at temperature 1 where none is said", async () => {
    const { client, name } = await aPlace();
    const texts = async (more: object) =>
      (await ask(client, name, { n: 8, seed: 3, ...more })).choices.map(({ message }) => message.content);
    expect(await texts({})).toEqual(await texts({ temperature: 1, top_p: 1 }));
    expect(await texts({})).not.toEqual(await texts({ temperature: 0.05 }));
  });

  test("with the log-probabilities of temperature 1, however they were drawn", async () => {
    const { client, name } = await aPlace();
    const greedy = await ask(client, name, { temperature: 0 });
    for (const drawn of [{ temperature: 0.01 }, { temperature: 2, top_k: 1 }, { top_p: 0.0001 }]) {
      const { choices } = await ask(client, name, { seed: 1, ...drawn });
      expect(choices[0]?.logprobs).toEqual(greedy.choices[0]?.logprobs);
    }
  });

  test("with the token that ends a reply among those sampled", async () => {
    const { client, name } = await aPlace();
    const { choices } = await ask(client, name, { temperature: 0, max_tokens: 60 });
    expect(choices[0]?.finish_reason).toBe("stop");
    expect(format.stopTokenIds).toContain(sampled(choices[0]).tokenIds.at(-1));
    const cut = await ask(client, name, { temperature: 0, max_tokens: 1 });
    expect(cut.choices[0]?.finish_reason).toBe("length");
    expect(sampled(cut.choices[0]).tokenIds).toHaveLength(1);
  });
});

describe("4: registering", () => {
  test("fills in the entity, always sends run_id, and makes step 0", async () => {
    const { art, model } = await aPlace();
    expect(model).toMatchObject({
      entity: expect.stringMatching(/^entity-/),
      project: "project",
      run_id: null,
    });
    expect(await art.checkpoints(model.id)).toMatchObject([{ step: 0, metrics: {} }]);
  });

  test("again gives the same model, with its steps, and is a conflict for who wants a new one", async () => {
    const { art, model } = await aPlace();
    const { entity, project, name } = model;
    await art.train(model.id, []);
    expect(await art.register({ entity, project, name, base_model: BASE })).toEqual(model);
    expect(await art.step(model.id)).toBe(1);
    const bare = { entity, project, name, base_model: BASE, return_existing: false };
    await expect(art.ask("POST", "/preview/models", bare)).rejects.toMatchObject({ status: 409 });
  });
});

describe("6: bodies as Python writes them", () => {
  test("a body travels with DELETE, which may be repeated, and a DELETE without one says that it is JSON", async () => {
    const { art, model } = await aPlace();
    await art.train(model.id, []);
    expect(await art.deleteCheckpoints(model.id, [0])).toEqual({ deleted_count: 1, not_found_steps: [] });
    expect(await art.deleteCheckpoints(model.id, [0])).toEqual({ deleted_count: 0, not_found_steps: [0] });
    expect(await art.deleteModel(model.id)).toEqual({
      model_id: model.id,
      deleted_checkpoints: 1,
      deleted_run: expect.any(Boolean),
    });
    expect(await art.deleteModel(model.id)).toMatchObject({ deleted_checkpoints: 0 });
  });

  test("settings that are null, unknown or not there at all take their defaults", async () => {
    const { art, model } = await aPlace();
    await art.train(model.id, []);
    await art.train(model.id, [], { a_setting_of_tomorrow: { deep: [1, null] } });
    for (const experimental_config of [null, {}])
      await art.ask("POST", "/preview/training-jobs", {
        model_id: model.id,
        trajectory_groups: [],
        experimental_config,
      });
  });

  test("a setting out of its range is a list of problems, each with its location", async () => {
    const { art, model } = await aPlace();
    const refused = await art.train(model.id, [], { advantage_balance: 2, loss_fn: "dpo" }).catch((e) => e);
    expect(refused).toBeInstanceOf(ArtError);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.detail.map(({ loc }: { loc: unknown[] }) => loc.at(-1)).sort()).toEqual([
      "advantage_balance",
      "loss_fn",
    ]);
  });
});

describe("7: crowds and bulk", () => {
  test("a hundred completions at once are all answered", async () => {
    const { client, name } = await aPlace();
    const all = await Promise.all(Array.from({ length: 100 }, () => ask(client, name, { max_tokens: 2 })));
    for (const { choices } of all) expect(sampled(choices[0]).tokenIds.length).toBeGreaterThan(0);
  });

  test("a job of many mebibytes is taken and trained", async () => {
    const place = await aPlace();
    const small = await aGroup(place, 2);
    const logs = ["x".repeat(MIB)];
    const trajectories = Array.from({ length: 6 }, (_, n) => trajectory([QUESTION], n, { logs }));
    const { steps } = await place.art.train(place.model.id, [small, group(trajectories)]);
    expect(steps[0]).toMatchObject({ num_groups_submitted: 2, num_trajectories: 8 });
  });

  test("completions are answered with and without the slash at the end, never by a redirect", async () => {
    const { art, name } = await aPlace();
    const body = { model: name, messages: [QUESTION], max_tokens: 1 };
    for (const path of ["/chat/completions", "/chat/completions/"])
      expect(await art.ask("POST", path, body)).toMatchObject({ object: "chat.completion" });
  });
});

test("8: a pinned step answers the same while jobs make newer ones, and the latest goes forward alone", {
  tags: ["long"],
}, async () => {
  const place = await aPlace();
  const { art, client, model, name } = place;
  await art.train(model.id, [await aGroup(place)], { learning_rate: 1e-3 });
  const pinned = async () => (await ask(client, `${name}:step1`, { temperature: 0 })).choices;
  const stepOf = ({ system_fingerprint: print }: OpenAI.ChatCompletion) => Number(print?.split(":step")[1]);
  const before = await pinned();
  const training = Promise.all([
    art.train(model.id, [await aGroup(place)], { learning_rate: 1e-3 }),
    art.train(model.id, [await aGroup(place)], { learning_rate: 1e-3 }),
  ]).then(() => true);
  const seen: number[] = [];
  for (let isOver: unknown = false; isOver !== true; ) {
    expect(await pinned()).toEqual(before);
    seen.push(stepOf(await ask(client, name)));
    isOver = await Promise.race([training, false]);
  }
  expect(await pinned()).toEqual(before);
  seen.push(stepOf(await ask(client, name)));
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(3);
});

describe("9: conversations in every shape", () => {
  const tokens = async (place: Place, trajectories: unknown[], settings: object = {}) => {
    const { steps } = await place.art.train(place.model.id, [group(trajectories)], { ...settings });
    return steps[0]?.num_trainable_tokens ?? 0;
  };

  test("only choices are trained among the messages around them, unless the job says otherwise", async () => {
    const place = await aPlace();
    const completion = await ask(place.client, place.name, { n: 2 });
    const quoted = [QUESTION, { role: "assistant", content: "no" }];
    const mixed = completion.choices.map((choice, reward) =>
      trajectory(
        [{ role: "system", content: "Be brief." }, ...quoted, { role: "user", content: "again" }, choice],
        reward,
      ),
    );
    const inChoices = tokensOf(completion);
    expect(await tokens(place, mixed)).toBe(inChoices);
    const settings = { allow_training_without_logprobs: true };
    expect(await tokens(place, mixed, settings)).toBeGreaterThan(inChoices);
  });

  test("additional histories are trained with the reward of the first one", async () => {
    const place = await aPlace();
    const completion = await ask(place.client, place.name, { n: 4 });
    const [a, b, c, d] = completion.choices;
    const also = (choice: unknown) => ({
      additional_histories: [{ messages_and_choices: [QUESTION, choice], tools: null }],
    });
    const trajectories = [trajectory([QUESTION, a], 1, also(b)), trajectory([QUESTION, c], 0, also(d))];
    expect(await tokens(place, trajectories)).toBe(tokensOf(completion));
  });

  test("recorded exchanges are trained each with its own answer, and mix with the older shape", async () => {
    const place = await aPlace();
    const asked = async (messages: { role: "user" | "assistant"; content: string }[]) => {
      const request = { model: place.name, messages, max_tokens: 8 };
      return { request, response: await place.client.chat.completions.create(request) };
    };
    const first = await asked([QUESTION]);
    const content = first.response.choices[0]?.message.content ?? "";
    const second = await asked([
      QUESTION,
      { role: "assistant", content },
      { role: "user", content: "sure?" },
    ]);
    const older = await ask(place.client, place.name);
    const trajectories = [
      exchangeTrajectory([first, second], 1),
      trajectory([QUESTION, older.choices[0]], 0),
    ];
    const sum = [first.response, second.response, older].reduce((all, one) => all + tokensOf(one), 0);
    expect(await tokens(place, trajectories)).toBe(sum);
  });

  test("attempts that ended in an exception are counted, and figures of a group come back", async () => {
    const place = await aPlace();
    const { trajectories } = await aGroup(place, 3);
    const exceptions = [{ type: "TimeoutError", message: "too slow", traceback: "…" }];
    const more = { exceptions, metrics: { solved: 0.5 } };
    const { steps } = await place.art.train(place.model.id, [group(Object(trajectories), more)]);
    expect(steps[0]).toMatchObject({ exception_rate: 0.25, group_metric_solved: 0.5, num_trajectories: 3 });
  });
});
