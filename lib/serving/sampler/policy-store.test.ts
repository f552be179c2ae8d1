import { describe, expect, test } from "vitest";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { ScriptedSampler } from "#lib/testing/engines/scripted-sampler.ts";
import { PolicyStore } from "./policy-store.ts";
import type { ServedPolicy } from "./sampler-protocol.ts";

/** For what happens by itself a moment later, on a machine that may be busy. */
const SOON = { timeout: 10_000, interval: 5 };

const format = await openChatFormat("lib/models/base-models/spindle-mini");
const never = new AbortController().signal;
const policy = (name: string): ServedPolicy => ({ modelFolder: name, adapterFolder: null, verified: null });

/** A store with room for so many policies of one byte; loads are noted, and wait for `gate`. */
function aStore(room: number, gate: Promise<void> = Promise.resolve()) {
  const opened: string[] = [];
  const closedScorers: string[] = [];
  const samplers = new Map<string, ScriptedSampler>();
  const failures = new Map<string, Error>();
  const versions = new Map<string, string>();
  const store = new PolicyStore({
    memoryBytes: room,
    sizeBytes: async ({ modelFolder }) => modelFolder.length,
    version: async ({ modelFolder }) => versions.get(modelFolder) ?? "the first files",
    open: async ({ modelFolder }) => {
      opened.push(modelFolder);
      await gate;
      const failure = failures.get(modelFolder);
      if (failure) throw failure;
      const sampler = new ScriptedSampler(() => []);
      samplers.set(modelFolder, sampler);
      return { sampler, format };
    },
    openScorer: async ({ modelFolder }) => {
      opened.push(`scorer of ${modelFolder}`);
      const close = async () => void closedScorers.push(modelFolder);
      return { scorer: { vocabSize: 8, contextLength: 8, score: async () => [], close }, format };
    },
  });
  const borrow = (name: string, signal = never) => store.borrow(policy(name), signal);
  return { store, opened, closedScorers, samplers, failures, versions, borrow };
}

describe("loading", () => {
  test("happens once, however many ask at the same time and afterwards", async () => {
    const gate = Promise.withResolvers<void>();
    const { opened, borrow } = aStore(4, gate.promise);
    const together = [borrow("a"), borrow("a"), borrow("a")];
    gate.resolve();
    const [first, ...others] = await Promise.all(together);
    for (const other of others) expect(other.sampler).toBe(first?.sampler);
    expect((await borrow("a")).sampler).toBe(first?.sampler);
    expect(opened).toEqual(["a"]);
  });

  test("that fails rejects all waiting callers; the next caller tries again", async () => {
    const { opened, failures, borrow } = aStore(4);
    failures.set("a", new Error("the file is cut short"));
    const both = await Promise.allSettled([borrow("a"), borrow("a")]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    failures.clear();
    await expect(borrow("a")).resolves.toBeDefined();
    expect(opened).toEqual(["a", "a"]);
  });

  test("happens again when other files were put in the place of the policy's; who uses the first ones keeps them", async () => {
    const { store, opened, samplers, versions, borrow } = aStore(4);
    (await borrow("b")).release();
    const first = await borrow("a");
    versions.set("a", "other files").set("b", "other files");
    const second = await borrow("a");
    expect(second.sampler).not.toBe(first.sampler);
    const { a, b } = Object.fromEntries(samplers);
    expect(first.sampler).toMatchObject({ isClosed: false });
    first.release();
    expect(first.sampler).toMatchObject({ isClosed: true });
    expect(a?.isClosed).toBe(false);
    (await borrow("b")).release();
    expect(b?.isClosed).toBe(true);
    expect(opened).toEqual(["b", "a", "a", "b"]);
    expect(store.load().policies).toBe(2);
  });

  test("keeps policies with different adapters apart", async () => {
    const { store, opened } = aStore(8);
    for (const adapterFolder of [null, "one", "two"])
      (await store.borrow({ ...policy("a"), adapterFolder }, never)).release();
    expect(opened).toHaveLength(3);
  });
});

describe("room", () => {
  test("is made by the policy that was used least lately", async () => {
    const { samplers, opened, borrow } = aStore(2);
    for (const name of ["a", "b", "a", "c"]) (await borrow(name)).release();
    expect(opened).toEqual(["a", "b", "c"]);
    expect(samplers.get("b")?.isClosed).toBe(true);
    expect(samplers.get("a")?.isClosed).toBe(false);
    (await borrow("b")).release();
    expect(opened).toEqual(["a", "b", "c", "b"]);
  });

  test("is shared by what samples and what scores, each of which has weights of its own", async () => {
    const { store, opened, closedScorers, samplers, borrow } = aStore(2);
    const scorer = async (name: string) => (await store.borrowScorer(policy(name), never)).release();
    (await borrow("a")).release();
    await scorer("a");
    await scorer("a");
    expect(opened).toEqual(["a", "scorer of a"]);
    (await borrow("b")).release();
    expect(samplers.get("a")?.isClosed).toBe(true);
    (await borrow("c")).release();
    expect(closedScorers).toEqual(["a"]);
    expect(store.load()).toEqual({ active: 0, waiting: 0, policies: 2 });
  });

  test("is never made by a policy in use: who has none waits for it", async () => {
    const { store, samplers, borrow } = aStore(1);
    const one = await borrow("a");
    const other = borrow("b");
    await expect.poll(() => store.load().waiting, SOON).toBe(1);
    expect(samplers.get("a")?.isClosed).toBe(false);
    one.release();
    expect((await other).sampler).toBe(samplers.get("b"));
    expect(samplers.get("a")?.isClosed).toBe(true);
  });

  test("goes to those who wait in their order, so that nobody is passed over", async () => {
    const { store, borrow } = aStore(1);
    const first = await borrow("a");
    const served: string[] = [];
    const serve = async (name: string) => {
      const lent = await borrow(name);
      served.push(name);
      lent.release();
    };
    const waiting = [serve("b")];
    await expect.poll(() => store.load().waiting, SOON).toBe(1);
    waiting.push(serve("a"));
    await expect.poll(() => store.load().waiting, SOON).toBe(2);
    first.release();
    await Promise.all(waiting);
    expect(served).toEqual(["b", "a"]);
  });

  test("is found for a single policy that is larger than all of it", async () => {
    const { borrow } = aStore(2);
    (await borrow("a")).release();
    await expect(borrow("a large one")).resolves.toBeDefined();
  });

  test("leaves the line when its caller does, and later callers move up", async () => {
    const { store, borrow } = aStore(2);
    const one = await borrow("aa");
    const left = new AbortController();
    const impatient = borrow("bb", left.signal);
    await expect.poll(() => store.load().waiting, SOON).toBe(1);
    const patient = borrow("aa");
    await expect.poll(() => store.load().waiting, SOON).toBe(2);
    left.abort(new Error("gone"));
    await expect(impatient).rejects.toThrow("gone");
    expect((await patient).sampler).toBe(one.sampler);
  });
});

describe("memory of the machine that does not last for a policy", () => {
  const tooLittle = () => new TooLittleMemory("This model", 2 ** 30, { limit: 2 ** 40, free: 2 ** 20 });

  test("is made by closing all that nobody uses, once", async () => {
    const { samplers, opened, failures, borrow } = aStore(8);
    const used = await borrow("a");
    (await borrow("b")).release();
    failures.set("c", tooLittle());
    const asked = borrow("c");
    asked.catch(() => undefined);
    await expect.poll(() => samplers.get("b")?.isClosed, SOON).toBe(true);
    await expect(asked).rejects.toThrow("needs about 1,024 MiB of memory, and 1 MiB are free");
    expect(opened).toEqual(["a", "b", "c", "c"]);
    expect(samplers.get("a")?.isClosed).toBe(false);
    failures.clear();
    await expect(borrow("c")).resolves.toBeDefined();
    used.release();
  });

  test("is a refusal at once where everything is in use", async () => {
    const { opened, failures, borrow } = aStore(8);
    await borrow("a");
    failures.set("c", tooLittle());
    await expect(borrow("c")).rejects.toBeInstanceOf(TooLittleMemory);
    expect(opened).toEqual(["a", "c"]);
  });
});

describe("a policy that computes nonsense", () => {
  test("is loaded again for the next caller, and closed once nobody uses it", async () => {
    const { samplers, opened, borrow } = aStore(4);
    const [one, other] = [await borrow("a"), await borrow("a")];
    const broken = samplers.get("a");
    one.retire();
    one.release();
    expect(broken?.isClosed).toBe(false);
    const fresh = await borrow("a");
    expect(fresh.sampler).not.toBe(other.sampler);
    expect(opened).toEqual(["a", "a"]);
    other.release();
    expect(broken?.isClosed).toBe(true);
  });
});

test("closing closes every policy", async () => {
  const { store, samplers, borrow } = aStore(4);
  await borrow("a");
  await borrow("b");
  await store.close();
  expect([...samplers.values()].map(({ isClosed }) => isClosed)).toEqual([true, true]);
});
