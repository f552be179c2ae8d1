import { setImmediate } from "node:timers/promises";
import OpenAI, { toFile } from "openai";
import { describe, expect, test } from "vitest";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { overrideSettings, samplerAddress } from "#lib/platform/env.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { aModelIn } from "#lib/testing/data/model-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { type Script, scriptedEngine } from "#lib/testing/engines/scripted-sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { keyOf } from "./key-of.ts";

/** For what happens by itself a moment later, on a machine that may be busy. */
const SOON = { timeout: 10_000, interval: 5 };
const HELLO = { model: "spindle-mini", messages: [{ role: "user" as const, content: "Hello" }] };

const format = await openChatFormat("lib/models/base-models/spindle-mini");
const end = format.stopTokenIds[0] ?? 0;
let script: Script = () => [end];
const { engine } = scriptedEngine((request) => script(request), { contextLength: 10_000_000 });
const api = startHarness();
const sampler = startTestSampler({ engine, capacity: 1 });

const says =
  (text: string): Script =>
  () => [...format.tokenizer.encode(text), end];

/** Says one word over and over, and lets others speak in between. */
async function* endless() {
  for (;;) {
    yield format.tokenizer.encode("on")[0] ?? 0;
    await setImmediate();
  }
}

/** The client as its users make it, with its own retries, and each request that it sends. */
async function aUser(options: { apiKey?: string; maxRetries?: number; timeout?: number } = {}) {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const sent: Response[] = [];
  const client = new OpenAI({
    baseURL: `${api.url}/api/v1`,
    apiKey: keyOf(caller),
    fetch: async (...request) => {
      const response = await fetch(...request);
      sent.push(response);
      return response;
    },
    ...options,
  });
  return { project, caller, client, sent };
}

describe("what the client throws", () => {
  test.each<[string, object, new (...facts: never[]) => Error, object]>([
    [
      "a model that is not there",
      { model: "nobody/has/this" },
      OpenAI.NotFoundError,
      { status: 404, code: "model_not_found", param: "model", type: "invalid_request_error" },
    ],
    [
      "a field that is out of range",
      { temperature: 9 },
      OpenAI.UnprocessableEntityError,
      { status: 422, code: "less_than_equal", param: "temperature", type: "invalid_request_error" },
    ],
    [
      "a field that this engine does not have",
      { presence_penalty: 1 },
      OpenAI.BadRequestError,
      { status: 400, param: "presence_penalty", type: "invalid_request_error" },
    ],
  ])("says in its class and fields what was wrong: %s", async (_, change, kind, fields) => {
    const { client, sent } = await aUser();
    const refused = await client.chat.completions.create({ ...HELLO, ...change }).catch((error) => error);
    expect(refused).toBeInstanceOf(kind);
    expect(refused).toMatchObject(fields);
    expect(refused.message).toMatch(/\w{3,} \w/);
    expect(refused.requestID).toEqual(expect.any(String));
    // What was wrong once is wrong again.
    expect(sent).toHaveLength(1);
  });

  test("is about the key where the key is wrong, and about the person where the person may not", async () => {
    const stranger = await aUser({ apiKey: "local-no-such-key" });
    const denied = stranger.client.chat.completions.create(HELLO);
    await expect(denied).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(denied).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
    const viewer = await api.aCaller(await api.aProject(), "viewer");
    const { client } = await aUser({ apiKey: keyOf(viewer) });
    await expect(client.chat.completions.create(HELLO)).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError);
  });
});

describe("the client's own retries", () => {
  test("wait as long as a full queue says, and get the answer", { timeout: 40_000 }, async () => {
    script = endless;
    const { client, sent } = await aUser({ maxRetries: 8 });
    const leaving = new AbortController();
    const crowd = await client.chat.completions.create(
      { ...HELLO, stream: true },
      { signal: leaving.signal },
    );
    const waiting = client.chat.completions.create(HELLO);
    await expect.poll(() => sent.at(-1)?.status, SOON).toBe(429);
    expect(sent.at(-1)?.headers.get("retry-after")).toBe("1");
    script = says("here you are");
    leaving.abort();
    await Array.fromAsync(crowd).catch(() => undefined);
    expect((await waiting).choices[0]?.message.content).toBe("here you are");
    const statuses = sent.map(({ status }) => status);
    expect(statuses.slice(1, -1).every((status) => status === 429)).toBe(true);
    expect(statuses.at(-1)).toBe(200);
  });

  test("come back to a sampler that was away", { timeout: 40_000 }, async () => {
    script = says("back again");
    const { client, sent } = await aUser({ maxRetries: 8 });
    const { url, token } = samplerAddress() ?? { url: "", token: "" };
    overrideSettings({ SPINDLE_SAMPLER_URL: "http://127.0.0.1:1", SPINDLE_SAMPLER_TOKEN: token });
    const waiting = client.chat.completions.create(HELLO);
    await expect.poll(() => sent.at(-1)?.status, SOON).toBe(503);
    overrideSettings({ SPINDLE_SAMPLER_URL: url, SPINDLE_SAMPLER_TOKEN: token });
    expect((await waiting).choices[0]?.message.content).toBe("back again");
  });

  test("are not spent on a fault that would come again", async () => {
    script = () => {
      throw new EngineFault("NaN in the logits");
    };
    const { client, sent } = await aUser({ maxRetries: 5 });
    const failed = client.chat.completions.create(HELLO);
    await expect(failed).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    expect(sent).toHaveLength(1);
  });
});

test("a client that times out frees its slot, and retries no more often than configured", async () => {
  script = endless;
  const { client } = await aUser({ maxRetries: 0, timeout: 1_500 });
  const waiting = client.chat.completions.create(HELLO).catch((error) => error);
  await expect.poll(() => sampler().load().active, SOON).toBe(1);
  expect(await waiting).toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
  await expect.poll(() => sampler().load().active, SOON).toBe(0);
});

test.each(["STOP", ["never said", "STOP"]])("a reply ends before %j, plain and streamed", async (stop) => {
  script = says("one two STOP three");
  const { client } = await aUser();
  const plain = await client.chat.completions.create({ ...HELLO, stop });
  expect(plain.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "one two " } });
  const stream = client.chat.completions.stream({ ...HELLO, stop });
  const { choices } = await stream.finalChatCompletion();
  expect(choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "one two " } });
});

test("the helper that runs tools calls one, hands its result back, and ends with the answer", async () => {
  const seen: string[] = [];
  script = ({ promptTokenIds }) => {
    const prompt = format.tokenizer.decode([...promptTokenIds]);
    const text = prompt.includes("12 degrees")
      ? "It is cold."
      : '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>';
    return [...format.tokenizer.encode(text), end];
  };
  const { client } = await aUser();
  const runner = client.chat.completions.runTools({
    model: "spindle-mini",
    messages: [{ role: "user", content: "How is Oslo?" }],
    tools: [
      {
        type: "function",
        function: {
          name: "weather",
          description: "Returns the weather",
          parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
          parse: JSON.parse,
          function: ({ city }: { city: string }) => {
            seen.push(city);
            return "12 degrees";
          },
        },
      },
    ],
  });
  expect(await runner.finalContent()).toBe("It is cold.");
  expect(seen).toEqual(["Oslo"]);
});

test("all models are listed, and each can be asked under the id that the list gives", async () => {
  script = says("yes");
  const { project, caller, client } = await aUser();
  await aModelIn(api, { project, caller }, { name: "agent" });
  const ids: string[] = [];
  for await (const { id, object, owned_by } of client.models.list()) {
    expect([object, typeof owned_by]).toEqual(["model", "string"]);
    ids.push(id);
  }
  expect(ids).toEqual(["spindle-mini", "agent", `wandb-artifact:///${project.path}/agent`]);
  for (const model of ids)
    expect((await client.chat.completions.create({ ...HELLO, model })).choices[0]?.message.content).toBe(
      "yes",
    );
});

test("a model is looked up under each id of the list, and under a name with slashes", async () => {
  const { project, caller, client } = await aUser();
  await aModelIn(api, { project, caller }, { name: "agent" });
  const listed = await Array.fromAsync(client.models.list());
  expect(listed).toHaveLength(3);
  for (const model of listed) expect(await client.models.retrieve(model.id)).toEqual(model);
  const [, , full] = listed;
  expect(await client.models.retrieve(`${project.path}/agent:step0`)).toEqual(full);
  const missing = client.models.retrieve(`${project.path}/another`);
  await expect(missing).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  await expect(missing).rejects.toMatchObject({ status: 404, code: "model_not_found", param: "model" });
});

test("a file of conversations is uploaded, found, read back and deleted by the client's own methods", async () => {
  const { client } = await aUser();
  const rows = aRow("Is it so?");
  const { id } = await client.files.create({
    file: await toFile(Buffer.from(rows), "rows.jsonl"),
    purpose: "fine-tune",
  });
  expect(await client.files.retrieve(id)).toMatchObject({ id, object: "file", bytes: rows.length });
  expect((await Array.fromAsync(client.files.list())).map((file) => file.id)).toEqual([id]);
  expect(await (await client.files.content(id)).text()).toBe(rows);
  expect(await client.files.delete(id)).toMatchObject({ id, deleted: true });
  await expect(client.files.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
});
