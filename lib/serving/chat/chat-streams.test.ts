import { describe, expect, test } from "vitest";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { overrideSettings, samplerAddress } from "#lib/platform/env.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { type Script, scriptedEngine } from "#lib/testing/engines/scripted-sampler.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { openAi } from "#lib/testing/open-ai.ts";

/** For what happens by itself a moment later, on a machine that may be busy. */
const SOON = { timeout: 10_000, interval: 5 };

const format = await openChatFormat("lib/models/base-models/spindle-mini");
const end = format.stopTokenIds[0] ?? 0;
let script: Script;
const { engine } = scriptedEngine((request) => script(request), { contextLength: 10_000_000 });
const api = startHarness();
const sampler = startTestSampler({ engine, capacity: 4 });

const HELLO = { model: "spindle-mini", messages: [{ role: "user" as const, content: "Hello" }] };
const says =
  (text: string): Script =>
  () => [...format.tokenizer.encode(text), end];

async function anEngineer() {
  const caller = await api.aCaller(await api.aProject(), "engineer");
  return { caller, client: openAi(api, caller), headers: bearerHeaders(caller.headers) };
}

/** Says one word over and over. */
async function* endless() {
  for (;;) yield format.tokenizer.encode("on")[0] ?? 0;
}

const outcomesOf = async (userId: string) =>
  (await api.db.prisma.chatUsage.findMany({ where: { userId } })).map(({ outcome }) => outcome);

describe("an engine that fails on the way", () => {
  const fails: Script = function* () {
    yield* format.tokenizer.encode("so far");
    throw new EngineFault("canary: NaN in the logits");
  };

  test("makes a plain answer a 500 that is not worth a retry, and the next one is fine", async () => {
    script = fails;
    const { caller, client, headers } = await anEngineer();
    const response = await api.send(null, { path: "/v1/chat/completions", body: HELLO, headers });
    expect(response.status).toBe(500);
    expect(response.headers.get("x-should-retry")).toBe("false");
    const { error } = await response.json();
    expect(error).toMatchObject({ type: "server_error", code: "internal_error" });
    expect(error.message).not.toContain("canary");
    expect(await outcomesOf(caller.userId)).toEqual(["failed"]);
    script = says("fine");
    expect((await client.chat.completions.create(HELLO)).choices[0]?.message.content).toBe("fine");
  });

  test("makes a stream an error for the client, after what it said so far", async () => {
    script = fails;
    const { caller, client } = await anEngineer();
    const stream = await client.chat.completions.create({ ...HELLO, stream: true });
    let text = "";
    const reading = (async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    })();
    await expect(reading).rejects.toMatchObject({ code: "internal_error" });
    expect(text).toBe("so far");
    expect(await outcomesOf(caller.userId)).toEqual(["failed"]);
  });

  test("ends the bytes of a stream with the error, and never as a whole answer ends", async () => {
    script = fails;
    const { headers } = await anEngineer();
    const body = { ...HELLO, stream: true };
    const response = await api.send(null, { path: "/v1/chat/completions", body, headers });
    const received: Uint8Array[] = [];
    const reading = (async () => {
      for await (const part of response.body ?? []) received.push(part);
    })();
    await expect(reading).rejects.toThrow();
    const events = Buffer.concat(received).toString().trimEnd().split("\n\n");
    expect(JSON.parse(events.at(-1)?.slice("data: ".length) ?? "")).toHaveProperty(
      "error.code",
      "internal_error",
    );
    expect(events.join("")).not.toMatch(/\[DONE\]|"finish_reason":"/);
  });
});

test("completions beyond the waiting limit are refused with a retry hint, streamed or not", async () => {
  script = endless;
  const { caller, client, headers } = await anEngineer();
  const left = new AbortController();
  const running = await client.chat.completions.create(
    { ...HELLO, n: 4, stream: true },
    { signal: left.signal },
  );
  for (const stream of [false, true]) {
    const body = { ...HELLO, stream };
    const response = await api.send(null, { path: "/v1/chat/completions", body, headers });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("1");
    expect((await response.json()).error).toMatchObject({
      type: "rate_limit_error",
      code: "rate_limit_exceeded",
    });
  }
  left.abort();
  await Array.fromAsync(running).catch(() => undefined);
  await expect.poll(() => sampler().load().active, SOON).toBe(0);
  await expect.poll(() => outcomesOf(caller.userId), SOON).toEqual(["cancelled"]);
});

test("a plain caller who leaves ends the work and is noted as cancelled", async () => {
  script = endless;
  const { caller, client } = await anEngineer();
  const left = new AbortController();
  const waiting = client.chat.completions.create(HELLO, { signal: left.signal });
  await expect.poll(() => sampler().load().active, SOON).toBe(1);
  left.abort();
  await expect(waiting).rejects.toThrow();
  await expect.poll(() => sampler().load().active, SOON).toBe(0);
  await expect.poll(() => outcomesOf(caller.userId), SOON).toEqual(["cancelled"]);
});

test("a caller who leaves before the first token is let go", async () => {
  const gate = Promise.withResolvers<void>();
  script = async function* () {
    await gate.promise;
    yield end;
  };
  const { client } = await anEngineer();
  const left = new AbortController();
  const stream = await client.chat.completions.create({ ...HELLO, stream: true }, { signal: left.signal });
  await expect.poll(() => sampler().load().active, SOON).toBe(1);
  left.abort();
  await Array.fromAsync(stream).catch(() => undefined);
  await expect.poll(() => sampler().load().active, SOON).toBe(0);
  gate.resolve();
});

test("a sampler that is away is a 503 to come back to", async () => {
  const { headers } = await anEngineer();
  const { url, token } = samplerAddress() ?? { url: "", token: "" };
  overrideSettings({ SPINDLE_SAMPLER_URL: "http://127.0.0.1:1", SPINDLE_SAMPLER_TOKEN: token });
  const response = await api.send(null, { path: "/v1/chat/completions", body: HELLO, headers });
  overrideSettings({ SPINDLE_SAMPLER_URL: url, SPINDLE_SAMPLER_TOKEN: token });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect((await response.json()).error).toMatchObject({ type: "server_error", code: "overloaded" });
});

test("with tools, content still streams as it is generated, and a call is never sent as content", async () => {
  script = says('I look.\n<tool_call>\n{"name": "weather", "arguments": {"city": "Rome"}}\n</tool_call>');
  const { client } = await anEngineer();
  const tools = [{ type: "function" as const, function: { name: "weather" } }];
  const stream = client.chat.completions.stream({ ...HELLO, tools });
  const contents: string[] = [];
  stream.on("content", (delta) => contents.push(delta));
  const { choices } = await stream.finalChatCompletion();
  expect(contents.join("")).toBe("I look.");
  expect(contents.length).toBeGreaterThan(1);
  expect(choices[0]).toMatchObject({
    finish_reason: "tool_calls",
    message: {
      content: "I look.",
      tool_calls: [{ function: { name: "weather", arguments: '{"city": "Rome"}' } }],
    },
  });
});

test("without parallel tool calls, only the first of several calls is sent", async () => {
  const call = '<tool_call>\n{"name": "weather", "arguments": {}}\n</tool_call>';
  script = says(`${call}\n${call}`);
  const { client } = await anEngineer();
  const tools = [{ type: "function" as const, function: { name: "weather" } }];
  const several = await client.chat.completions.create({ ...HELLO, tools });
  expect(several.choices[0]?.message.tool_calls).toHaveLength(2);
  const one = await client.chat.completions.create({ ...HELLO, tools, parallel_tool_calls: false });
  expect(one.choices[0]?.message.tool_calls).toHaveLength(1);
});
