import type OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { createUpstream } from "#lib/contract/models/upstreams.ts";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import { listUpstreamModels } from "#lib/models/upstreams/list-upstream-models.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { openAi } from "#lib/testing/open-ai.ts";
import { COMPLETION, chunk, events, json, startUpstreamServer } from "#lib/testing/upstream-server.ts";

/** For what happens by itself a moment later, on a machine that may be busy. */
const SOON = { timeout: 10_000, interval: 5 };

const HELLO = { messages: [{ role: "user" as const, content: "Hello" }] };
const WORDS = [
  chunk({ role: "assistant", content: "" }),
  chunk({ content: "From " }),
  chunk({ content: "afar." }),
];
const END = chunk({}, "stop");
const USAGE = { ...chunk({}), choices: [], usage: COMPLETION.usage };
const TOOL_CHUNKS = [
  chunk({
    role: "assistant",
    content: null,
    tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "look", arguments: "" } }],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"at":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"it"}' } }] }),
  chunk({}, "tool_calls"),
  "[DONE]",
];

const api = startHarness();
const mock = startUpstreamServer({
  fine: (response, request) =>
    (request.body.stream ? events([...WORDS, END, USAGE, "[DONE]"]) : json(COMPLETION))(response, request),
  "org/model:tag": json(COMPLETION),
  tools: events(TOOL_CHUNKS),
  "no-key": json("canary", 401),
  busy: json("canary", 429, { "Retry-After": "7" }),
  late: json("canary", 504),
  refused: json("canary", 400),
  cut: events(WORDS, "cut"),
  stays: events(WORDS, "stay"),
  never: () => undefined,
  "/v1/models": json({ object: "list", data: [{ id: "fine" }, { id: "org/model:tag" }, { id: 7 }, null] }),
});

let admin: { authorization: string };
beforeAll(async () => {
  const caller = await api.aCaller(await api.aProject(), "admin");
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
  admin = { authorization: "", ...bearerHeaders(caller.headers) };
  await addUpstream("afar", { api_key: "sk-canary" });
});

async function addUpstream(name: string, settings: object): Promise<void> {
  const body = { name, base_url: mock.url(), allow_private: true, ...settings };
  const response = await api.send(null, { path: createUpstream.path, body, headers: admin });
  expect(response.status).toBe(200);
}

async function anEngineer() {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  return { project, caller, client: openAi(api, caller), headers: bearerHeaders(caller.headers) };
}

const usageOf = (userId: string) => api.db.prisma.chatUsage.findMany({ where: { userId } });

test("a plain completion comes through with everything that the upstream said, under the name it has here", async () => {
  const { caller, client } = await anEngineer();
  const completion = await client.chat.completions.create({ model: "afar/fine", ...HELLO });
  expect(completion).toEqual({ ...COMPLETION, model: "afar/fine" });
  expect(await usageOf(caller.userId)).toMatchObject([
    {
      model: "afar/fine",
      outcome: "completed",
      promptTokens: 11,
      completionTokens: 3,
      upstreamId: expect.any(String),
    },
  ]);
  expect(mock.seen.at(-1)).toMatchObject({ body: { model: "fine", ...HELLO } });
});

test("a model's name there may have slashes of its own", async () => {
  const { client } = await anEngineer();
  const completion = await client.chat.completions.create({ model: "afar/org/model:tag", ...HELLO });
  expect(completion.model).toBe("afar/org/model:tag");
});

test("what chooses host, credential or headers is not passed on, and neither is what is ours", async () => {
  const { project, headers } = await anEngineer();
  const kept = { temperature: 0.5, logprobs: true, a_field_of_theirs: { deep: [1] }, return_token_ids: true };
  const routing = {
    api_base: "http://127.0.0.1:1",
    base_url: "http://127.0.0.1:1",
    api_key: "sk-other",
    headers: { authorization: "Bearer other" },
    extra_headers: { "x-canary": "1" },
    extra_body: { canary: 1 },
  };
  const body = {
    model: "afar/fine",
    ...HELLO,
    ...kept,
    ...routing,
    store: true,
    metadata: { project_id: project.path },
  };
  const response = await api.send(null, {
    path: "/v1/chat/completions",
    body,
    headers: { ...headers, "x-canary": "1" },
  });
  expect(response.status).toBe(200);
  const asked = mock.seen.at(-1);
  expect(asked?.body).toEqual({ model: "fine", ...HELLO, ...kept });
  expect(asked?.headers.authorization).toBe("Bearer sk-canary");
  expect(asked?.headers).not.toHaveProperty("x-canary");
  expect(asked?.headers).not.toHaveProperty("cookie");
});

test("a stream comes through chunk by chunk; the usage only where it is asked for, and it is counted in any case", async () => {
  const { caller, client } = await anEngineer();
  const streamed = async (extra: object) => {
    const params = { model: "afar/fine", ...HELLO, ...extra, stream: true as const };
    return Array.fromAsync(await client.chat.completions.create(params));
  };
  const plain = await streamed({});
  expect(plain).toEqual([...WORDS, END].map((one) => ({ ...one, model: "afar/fine" })));
  const chunks = await streamed({ stream_options: { include_usage: true } });
  expect(chunks.at(-1)).toEqual({ ...USAGE, model: "afar/fine" });
  expect(mock.seen.at(-1)?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  const rows = await usageOf(caller.userId);
  expect(rows.map(({ promptTokens, completionTokens }) => [promptTokens, completionTokens])).toEqual([
    [11, 3],
    [11, 3],
  ]);
});

test("a stored stream is the completion that its chunks make, tool calls included", async () => {
  const { project, caller, client } = await anEngineer();
  for (const model of ["afar/fine", "afar/tools"]) {
    const params = {
      model,
      ...HELLO,
      store: true,
      metadata: { project_id: project.path },
      stream: true as const,
    };
    await Array.fromAsync(await client.chat.completions.create(params));
  }
  const calls = await api.callAll(caller, streamCalls, { projectId: project.path });
  expect(calls.map(({ output }) => output)).toMatchObject([
    {
      choices: [{ message: { role: "assistant", content: "From afar." }, finish_reason: "stop" }],
      usage: COMPLETION.usage,
    },
    {
      choices: [
        {
          message: {
            content: null,
            tool_calls: [
              { id: "c1", type: "function", function: { name: "look", arguments: '{"at":"it"}' } },
            ],
          },
          finish_reason: "tool_calls",
        },
      ],
    },
  ]);
  expect(calls[0]?.attributes).toMatchObject({ upstream: "afar", upstream_model: "fine" });
});

describe("a refusal", () => {
  test.each<[string, number, string, string | null]>([
    ["no-key", 502, "upstream_error", "false"],
    ["nothing-of-this-name", 502, "upstream_error", "false"],
    ["busy", 429, "rate_limit_exceeded", null],
    ["late", 504, "upstream_timeout", null],
    ["cut", 502, "upstream_error", null],
  ])(
    "of the upstream (%s) is a %d for plain callers, in none of its words",
    async (model, status, code, retry) => {
      const { headers } = await anEngineer();
      const body = { model: `afar/${model}`, ...HELLO };
      const response = await api.send(null, { path: "/v1/chat/completions", body, headers });
      expect(response.status).toBe(status);
      expect(response.headers.get("x-should-retry")).toBe(retry);
      const text = await response.text();
      expect(JSON.parse(text).error.code).toBe(code);
      expect(text).not.toMatch(/canary|127\.0\.0\.1/);
      if (model === "busy") expect(response.headers.get("retry-after")).toBe("7");
    },
  );

  test("is reported by its status for streams, too", async () => {
    const { headers } = await anEngineer();
    for (const [model, status] of [
      ["no-key", 502],
      ["busy", 429],
      ["refused", 400],
    ] as const) {
      const body = { model: `afar/${model}`, ...HELLO, stream: true };
      const response = await api.send(null, { path: "/v1/chat/completions", body, headers });
      expect(response.status).toBe(status);
    }
  });

  test("of a key that this service can open no longer names the remedy, and nothing is asked", async () => {
    const { client } = await anEngineer();
    const before = mock.seen.length;
    await api.db.prisma.upstream.update({ where: { name: "afar" }, data: { sealedKey: new Uint8Array(40) } });
    const refused = client.chat.completions.create({ model: "afar/fine", ...HELLO });
    await expect(refused).rejects.toMatchObject({ status: 502 });
    await expect(refused).rejects.toThrow("an admin must enter the key again");
    expect(mock.seen.length).toBe(before);
    await api.db.prisma.upstream.delete({ where: { name: "afar" } });
    await addUpstream("afar", { api_key: "sk-canary" });
  });

  test("of a model that the upstream was not set to serve is a 404", async () => {
    await addUpstream("few", { models: ["fine"] });
    const { client } = await anEngineer();
    expect((await client.chat.completions.create({ model: "few/fine", ...HELLO })).choices).toHaveLength(1);
    const refused = client.chat.completions.create({ model: "few/busy", ...HELLO });
    await expect(refused).rejects.toMatchObject({ status: 404, code: "model_not_found" });
  });

  test("of who may use models nowhere comes before anything is asked", async () => {
    const before = mock.seen.length;
    const viewer = openAi(api, await api.aCaller(await api.aProject(), "viewer"));
    const refused = viewer.chat.completions.create({ model: "afar/fine", ...HELLO });
    await expect(refused).rejects.toMatchObject({ status: 403 });
    expect(mock.seen.length).toBe(before);
  });
});

describe("a stream that does not end well", () => {
  async function readingOf(client: OpenAI, model: string, signal?: AbortSignal) {
    const params = { model, ...HELLO, stream: true as const };
    const stream = await client.chat.completions.create(params, signal ? { signal } : {});
    const read = { text: "" };
    const reading = (async () => {
      for await (const one of stream) read.text += one.choices[0]?.delta.content ?? "";
    })();
    return { read, reading };
  }

  test("because the upstream breaks off is an error for the client, and noted as failed", async () => {
    const { caller, client } = await anEngineer();
    const { read, reading } = await readingOf(client, "afar/cut");
    await expect(reading).rejects.toMatchObject({ code: "upstream_error" });
    expect(read.text).toBe("From afar.");
    expect(await usageOf(caller.userId)).toMatchObject([{ outcome: "failed" }]);
  });

  test("because the caller left is ended at the upstream, and noted as cancelled", async () => {
    const { caller, client } = await anEngineer();
    const left = new AbortController();
    const { read, reading } = await readingOf(client, "afar/stays", left.signal);
    await expect.poll(() => read.text, SOON).toBe("From afar.");
    expect(mock.openAnswers()).toBe(1);
    left.abort();
    await reading.catch(() => undefined);
    await expect.poll(() => mock.openAnswers(), SOON).toBe(0);
    await expect
      .poll(async () => (await usageOf(caller.userId)).map(({ outcome }) => outcome), SOON)
      .toEqual(["cancelled"]);
  });
});

test("a plain caller who leaves ends the question at the upstream, and is noted as cancelled", async () => {
  const { caller, client } = await anEngineer();
  const left = new AbortController();
  const waiting = client.chat.completions.create({ model: "afar/never", ...HELLO }, { signal: left.signal });
  await expect.poll(() => mock.openAnswers(), SOON).toBe(1);
  left.abort();
  await expect(waiting).rejects.toThrow();
  await expect.poll(() => mock.openAnswers(), SOON).toBe(0);
  await expect.poll(() => usageOf(caller.userId), SOON).toMatchObject([{ outcome: "cancelled" }]);
});

describe("the models of upstreams", () => {
  test("are the configured ones, or else the ones it lists, under their names in Spindle", async () => {
    await addUpstream("listed", { models: ["one", "two/three"] });
    const ids = (await listUpstreamModels(api.db)).map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(["listed/one", "listed/two/three", "afar/fine", "afar/org/model:tag"]),
    );
  });

  test("are left out for an upstream that does not list them; other upstreams keep theirs", async () => {
    await addUpstream("silent", { base_url: "http://127.0.0.1:1/v1" });
    const ids = (await listUpstreamModels(api.db)).map(({ id }) => id);
    expect(ids.some((id) => id.startsWith("silent/"))).toBe(false);
    expect(ids).toContain("afar/fine");
  });
});
