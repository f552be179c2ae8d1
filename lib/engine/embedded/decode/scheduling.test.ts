import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type { Sampler, SamplerOptions } from "#lib/engine/port/port.ts";
import { RateLimited } from "#lib/platform/errors.ts";
import { aRequest, complete, idsOf, readAll } from "#lib/testing/data/sample-requests.ts";
import { livelyParameters, smallConfig } from "../testing/small-decoder.ts";
import { openSampler } from "./open-sampler.ts";

const config = smallConfig({ contextLength: 1000 });
const parameters = livelyParameters(config, 4);
const open: Sampler[] = [];

async function aSampler(options: SamplerOptions = {}): Promise<Sampler> {
  const sampler = await openSampler(parameters, config, options);
  open.push(sampler);
  return sampler;
}

beforeEach(() => {
  open.length = 0;
});
/** Nothing may be left over, whatever a test did. */
afterEach(async () => {
  for (const sampler of open) {
    while (sampler.load().active > 0) await nextTurn();
    expect(sampler.load()).toEqual({ active: 0, waiting: 0 });
    await sampler.close();
  }
});

test("those who ask take turns, and what one of them asks is answered in order", async () => {
  const sampler = await aSampler({ slots: 1 });
  const asked = ["ann", "ann", "ann", "bob", "bob", "cid"];
  const answered: string[] = [];
  await Promise.all(
    asked.map(async (fairnessKey, index) => {
      await complete(sampler, aRequest([1], { maxTokens: 2 }, { fairnessKey }));
      answered.push(`${fairnessKey} ${index}`);
    }),
  );
  expect(answered).toEqual(["ann 0", "bob 3", "cid 5", "ann 1", "bob 4", "ann 2"]);
});

test("who asks much does not delay who asks little by more than a turn", async () => {
  const sampler = await aSampler({ slots: 2 });
  let done = 0;
  const many = Array.from({ length: 20 }, () =>
    complete(sampler, aRequest([1], { maxTokens: 4 }, { fairnessKey: "much" })).then(() => {
      done += 1;
    }),
  );
  await complete(sampler, aRequest([2], { maxTokens: 4 }, { fairnessKey: "little" }));
  expect(done).toBeLessThanOrEqual(3);
  await Promise.all(many);
});

test("somebody new has a place with the next step, however much another key has under way, and what makes way loses nothing", async () => {
  const sampler = await aSampler({ slots: 4 });
  let sampled = 0;
  const request = (seed: number) => aRequest([1, seed], { maxTokens: 300, seed }, { fairnessKey: "much" });
  const many = Array.from({ length: 12 }, async (_, seed) => {
    const ids: number[] = [];
    for await (const { id } of sampler.sample(request(seed))) {
      ids.push(id);
      sampled += 1;
    }
    return ids;
  });
  while (sampled < 8) await nextTurn();
  const before = sampled;
  for (let time = 0; time < 3; time++)
    await complete(sampler, aRequest([2], { maxTokens: 2 }, { fairnessKey: "little" }));
  // Two tokens each, and a step in which each of them is let in.
  expect(sampled - before).toBeLessThanOrEqual(3 * 3 * 4);
  const together = await Promise.all(many);
  for (const seed of [0, 1, 2, 3])
    expect(together[seed]).toEqual(idsOf(await complete(sampler, request(seed))));
});

test("those who have much under way come to have equally many places", async () => {
  const sampler = await aSampler({ slots: 6 });
  const counts = { ann: 0, bob: 0, cid: 0 };
  const left = new AbortController();
  const ask = (fairnessKey: keyof typeof counts) =>
    Array.from({ length: 6 }, async () => {
      const request = aRequest([1], { maxTokens: 900 }, { fairnessKey, signal: left.signal });
      for await (const _ of sampler.sample(request)) counts[fairnessKey] += 1;
    });
  const asked = [...ask("ann"), ...ask("bob")];
  while (counts.bob < 6) await nextTurn();
  asked.push(...ask("cid"));
  while (counts.cid < 2) await nextTurn();
  const before = { ...counts };
  while (counts.cid < 42) await nextTurn();
  left.abort(new Error("enough"));
  await Promise.allSettled(asked);
  for (const key of ["ann", "bob"] as const)
    expect(Math.abs(counts[key] - before[key] - 40)).toBeLessThanOrEqual(4);
});

test("a long prompt of one key does not hold up a short one of another", async () => {
  const sampler = await aSampler({ slots: 4 });
  const begun: string[] = [];
  const first = async (name: string, length: number) => {
    const request = aRequest(Array(length).fill(1), { maxTokens: 1 }, { fairnessKey: name });
    await complete(sampler, request).then(() => begun.push(name));
  };
  await Promise.all([first("long", 900), first("long", 900), first("short", 5)]);
  expect(begun).toEqual(["short", "long", "long"]);
});

test("more requests than may wait are refused with a time to come back", async () => {
  const sampler = await aSampler({ slots: 2, queueDepth: 3 });
  const accepted = Array.from({ length: 5 }, () => complete(sampler, aRequest([1])));
  expect(sampler.load()).toEqual({ active: 0, waiting: 5 });
  expect(() => sampler.sample(aRequest([1]))).toThrow(RateLimited);
  await Promise.all(accepted);
  expect(await complete(sampler, aRequest([1]))).toHaveLength(16);
});

test("an abort ends the completion with its reason and gives its place to the next", async () => {
  const sampler = await aSampler({ slots: 1 });
  const controller = new AbortController();
  const endless = sampler.sample(aRequest([1], { maxTokens: 900 }, { signal: controller.signal }));
  const next = complete(sampler, aRequest([2], { maxTokens: 3 }));
  await expect(
    (async () => {
      for await (const _ of endless) controller.abort(new Error("the reader left"));
    })(),
  ).rejects.toThrow("the reader left");
  expect(await next).toHaveLength(3);
});

test("an abort during a long prompt frees the place as well", async () => {
  const sampler = await aSampler({ slots: 1 });
  const controller = new AbortController();
  const long = complete(sampler, aRequest(Array(900).fill(1), {}, { signal: controller.signal }));
  const next = complete(sampler, aRequest([2], { maxTokens: 3 }));
  while (sampler.load().active === 0) await nextTurn();
  controller.abort(new Error("the reader left"));
  await expect(long).rejects.toThrow("the reader left");
  expect(await next).toHaveLength(3);
});

test("who aborts while waiting waits no more, and who aborted before never does", async () => {
  const sampler = await aSampler({ slots: 1 });
  const controller = new AbortController();
  const first = complete(sampler, aRequest([1]));
  const waiting = complete(sampler, aRequest([1], {}, { signal: controller.signal }));
  expect(sampler.load().waiting).toBe(2);
  controller.abort(new Error("the reader left"));
  expect(sampler.load().waiting).toBe(1);
  await expect(waiting).rejects.toThrow("the reader left");
  await expect(complete(sampler, aRequest([1], {}, { signal: controller.signal }))).rejects.toThrow(
    "the reader left",
  );
  await first;
});

test("a reader that breaks off frees the place", async () => {
  const sampler = await aSampler({ slots: 1 });
  for await (const _ of sampler.sample(aRequest([1], { maxTokens: 900 }))) break;
  expect(await complete(sampler, aRequest([2], { maxTokens: 3 }))).toHaveLength(3);
});

test("a completion that nobody reads is decoded at most 256 tokens ahead, while others continue", async () => {
  const sampler = await aSampler({ slots: 2 });
  const unread = sampler.sample(aRequest([1], { maxTokens: 900 }));
  expect(await complete(sampler, aRequest([2], { maxTokens: 900, seed: 2 }))).toHaveLength(900);
  expect(sampler.load()).toEqual({ active: 1, waiting: 0 });
  await sampler.close();
  const read: number[] = [];
  await expect(
    (async () => {
      for await (const { id } of unread) read.push(id);
    })(),
  ).rejects.toThrow(EngineFault);
  expect(read).toHaveLength(256);
});

test("a reader that was slow reads what a quick one reads", async () => {
  const sampler = await aSampler({ slots: 3 });
  const request = aRequest([3], { maxTokens: 700, seed: 5 });
  const slow = sampler.sample(request);
  const quick = await complete(sampler, aRequest([4], { maxTokens: 600 }));
  expect(quick).toHaveLength(600);
  expect(idsOf(await readAll(slow))).toEqual(idsOf(await complete(sampler, request)));
});

test("a place whose reader stalls does not keep the others from theirs", async () => {
  const sampler = await aSampler({ slots: 2 });
  const stalled = sampler.sample(aRequest([1], { maxTokens: 400 }));
  for (const seed of [1, 2, 3]) await complete(sampler, aRequest([2], { maxTokens: 300, seed }));
  expect(await readAll(stalled)).toHaveLength(400);
});

test("closing ends what is under way and what waits, and nothing can be asked any more", async () => {
  const sampler = await aSampler({ slots: 1 });
  const asked = [1, 2].map(() => complete(sampler, aRequest([1], { maxTokens: 900 })));
  const results = Promise.allSettled(asked);
  while (sampler.load().active === 0) await nextTurn();
  await sampler.close();
  for (const result of await results)
    expect(result).toMatchObject({ status: "rejected", reason: { message: "The sampler was closed" } });
  expect(() => sampler.sample(aRequest([1]))).toThrow("The sampler is closed");
});

test("the event loop gets its turn between steps", async () => {
  const sampler = await aSampler();
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1000) setImmediate(count);
  };
  setImmediate(count);
  let turnsAtEnd = 0;
  await complete(sampler, aRequest([1], { maxTokens: 100 })).then(() => {
    turnsAtEnd = turns;
  });
  expect(turnsAtEnd).toBeGreaterThanOrEqual(99);
});
