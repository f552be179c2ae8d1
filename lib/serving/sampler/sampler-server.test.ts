import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { Damaged, RateLimited, Rejected, Unavailable } from "#lib/platform/errors.ts";
import type { GenerationEvent } from "#lib/serving/generation/generation-event.ts";
import type { GenerationRequest } from "#lib/serving/generation/generation-request.ts";
import { HELLO } from "#lib/testing/data/generation-request.ts";
import { type Script, scriptedEngine } from "#lib/testing/engines/scripted-sampler.ts";
import { CorruptPolicy, generateRemotely, samplerHealth } from "./client.ts";
import { policyOpening } from "./open-served-policy.ts";
import { PolicyStore } from "./policy-store.ts";
import type { ServedPolicy } from "./sampler-protocol.ts";
import { type SamplerServer, startSamplerServer } from "./sampler-server.ts";

/** For what happens by itself a moment later, on a machine that may be busy. */
const SOON = { timeout: 10_000, interval: 5 };

const MINI = "lib/models/base-models/spindle-mini";
const TOKEN = "the token of this test";
const POLICY: ServedPolicy = { modelFolder: MINI, adapterFolder: null, verified: null };

let format: ChatFormat;
let script: Script;
const model = { contextLength: 512 };
let store: PolicyStore;
let server: SamplerServer;
let opened: ReturnType<typeof scriptedEngine>["opened"];
beforeAll(async () => {
  format = await openChatFormat(MINI);
});
beforeEach(async () => {
  model.contextLength = 512;
  const scripted = scriptedEngine((request) => script(request), model);
  opened = scripted.opened;
  store = new PolicyStore(policyOpening(scripted.engine, { slots: 4, memoryBytes: 2 ** 30 }));
  server = await startSamplerServer({ store, token: TOKEN, capacity: 3, port: 0 });
  overrideSettings({ SPINDLE_SAMPLER_URL: server.url, SPINDLE_SAMPLER_TOKEN: TOKEN });
});
afterEach(async () => {
  await server.close();
  await store.close();
});

const never = new AbortController().signal;
const ask = (
  request: Partial<GenerationRequest> = {},
  signal = never,
  { policy = POLICY, fairnessKey = "me" } = {},
) => generateRemotely({ policy, fairnessKey, request: { ...HELLO, ...request } }, signal);
const textOf = (events: GenerationEvent[]) =>
  events.map((event) => (event.type === "delta" ? event.text : "")).join("");
const says =
  (text: string): Script =>
  () => [...format.tokenizer.encode(text), format.stopTokenIds[0] ?? 0];

/** Says one word over and over. */
async function* endless() {
  for (;;) yield format.tokenizer.encode("on")[0] ?? 0;
}

test("what is generated comes through whole, and the policy stays ready", async () => {
  script = says("grüße 🙂");
  for (let time = 0; time < 3; time++) {
    const events = await Array.fromAsync(await ask());
    expect(events[0]?.type).toBe("start");
    expect(textOf(events)).toBe("grüße 🙂");
    expect(events.at(-1)).toMatchObject({ type: "end", finishReason: "stop" });
  }
  expect(opened).toHaveLength(1);
  expect(await samplerHealth(never)).toEqual({ active: 0, waiting: 0, policies: 1 });
});

test("without the right token nothing is answered", async () => {
  for (const authorization of ["", "Bearer", "Bearer wrong", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])
    for (const [method, target] of [
      ["GET", "/health"],
      ["POST", "/generate"],
      ["POST", "/score"],
    ] as const) {
      const response = await fetch(server.url + target, { method, headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await response.text()).toBe("");
    }
  const elsewhere = await fetch(`${server.url}/else`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(elsewhere.status).toBe(404);
});

test("completions beyond the room are refused with a retry hint, and accepted later", async () => {
  model.contextLength = 1_000_000;
  script = endless;
  const left = new AbortController();
  const running = await Promise.all([ask({}, left.signal), ask({ choices: 2 }, left.signal)]);
  await expect(ask()).rejects.toBeInstanceOf(RateLimited);
  left.abort();
  for (const events of running) await expect(Array.fromAsync(events)).rejects.toThrow();
  script = says("hi");
  await expect.poll(async () => textOf(await Array.fromAsync(await ask()).catch(() => [])), SOON).toBe("hi");
});

test("a caller who takes all the room there is leaves some to others", async () => {
  const held = Promise.withResolvers<void>();
  script = async function* (request) {
    await held.promise;
    yield* says("hi")(request);
  };
  const askAs = (fairnessKey: string) => ask({}, never, { fairnessKey });
  await server.close();
  server = await startSamplerServer({ store, token: TOKEN, capacity: 5, port: 0 });
  overrideSettings({ SPINDLE_SAMPLER_URL: server.url, SPINDLE_SAMPLER_TOKEN: TOKEN });
  const running = [await askAs("much"), await askAs("much"), await askAs("much"), await askAs("much")];
  await expect(askAs("much")).rejects.toBeInstanceOf(RateLimited);
  running.push(await askAs("little"));
  held.resolve();
  for (const events of running) expect(textOf(await Array.fromAsync(events))).toBe("hi");
});

test("a caller who leaves frees its sampler, a hundred times over", async () => {
  script = endless;
  for (let time = 0; time < 100; time++) {
    const left = new AbortController();
    const events = await ask({ choices: 2 }, left.signal);
    if (time % 2 === 0) left.abort();
    else for await (const event of events) if (event.type === "delta") break;
    await expect.poll(() => store.load().active, SOON).toBe(0);
  }
});

test("a reader who stops reading stops the sampling", async () => {
  let sampled = 0;
  script = async function* () {
    for await (const id of endless()) {
      sampled++;
      yield id;
    }
  };
  model.contextLength = 1_000_000;
  const left = new AbortController();
  const events = (await ask({}, left.signal))[Symbol.asyncIterator]();
  await events.next();
  let before = -1;
  const standsStill = () => {
    const isSame = sampled === before;
    before = sampled;
    return isSame;
  };
  await expect.poll(standsStill, { ...SOON, interval: 200 }).toBe(true);
  // What the two sockets and their buffers hold, at about a hundred bytes a token.
  expect(sampled).toBeLessThan(100_000);
  left.abort();
});

describe("a fault", () => {
  test.each<[string, Partial<GenerationRequest>, object]>([
    [
      "of a prompt that is too long",
      { messages: [{ role: "user", content: "word ".repeat(2000) }] },
      { code: "context_length_exceeded", param: "messages" },
    ],
    ["of a message that cannot be written", { messages: [{ role: "poet" }] }, { param: "messages" }],
    ["of a tool choice", { toolChoice: "required" }, { param: "tool_choice" }],
  ])("%s is refused before the first event", async (_, request, fault) => {
    const refused = ask(request);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toMatchObject(fault);
    expect(store.load().active).toBe(0);
  });

  test.each([
    ["that others have is a matter of time", { limit: 2 ** 40, free: 2 ** 20 }, Unavailable],
    ["that the machine does not have is one of the model", { limit: 2 ** 20, free: 2 ** 20 }, Rejected],
  ])("of memory %s, and says the numbers", async (_, machine, kind) => {
    script = () => {
      throw new TooLittleMemory("This model", 2 ** 30, machine);
    };
    const reading = ask().then((events) => Array.fromAsync(events));
    await expect(reading).rejects.toBeInstanceOf(kind);
    await expect(reading).rejects.toThrow("needs about 1,024 MiB of memory");
  });

  test("of the engine breaks the stream off, and the policy is loaded again for the next caller", async () => {
    script = function* () {
      yield* format.tokenizer.encode("on");
      throw new EngineFault("canary: NaN at layer 3");
    };
    const events = await ask();
    const reading = Array.fromAsync(events);
    await expect(reading).rejects.toBeInstanceOf(Damaged);
    await expect(reading).rejects.not.toThrow("canary");
    script = says("well");
    expect(textOf(await Array.fromAsync(await ask()))).toBe("well");
    expect(opened).toHaveLength(2);
  });

  test("of the sampler's process, which has ended, is reported as such, even in mid-stream", async () => {
    script = endless;
    model.contextLength = 1_000_000;
    const events = await ask();
    await server.close();
    await expect(Array.fromAsync(events)).rejects.toBeInstanceOf(Unavailable);
    await expect(ask()).rejects.toBeInstanceOf(Unavailable);
    await expect(samplerHealth(never)).rejects.toBeInstanceOf(Unavailable);
    const port = Number(new URL(server.url).port);
    server = await startSamplerServer({ store, token: TOKEN, capacity: 3, port });
    script = says("back");
    expect(textOf(await Array.fromAsync(await ask()))).toBe("back");
  });
});

describe("files", () => {
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), "spindle-sampler-"));
  });
  afterAll(() => rm(root, { recursive: true }));

  test("that changed on disk are not sampled from; other policies still are", async () => {
    const folder = path.join(root, "checkpoint");
    const files = await writeFolder(folder, async (temporary) => {
      for (const name of await readdir(MINI))
        await copyFile(path.join(MINI, name), path.join(temporary, name));
    });
    const policy = { modelFolder: folder, adapterFolder: null, verified: { folder, files } };
    script = says("whole");
    expect(textOf(await Array.fromAsync(await ask({}, never, { policy })))).toBe("whole");
    await writeFile(path.join(folder, "model.safetensors"), "changed");
    const other = { ...policy, adapterFolder: folder };
    await expect(ask({}, never, { policy: other })).rejects.toBeInstanceOf(CorruptPolicy);
    expect(textOf(await Array.fromAsync(await ask()))).toBe("whole");
  });
});
