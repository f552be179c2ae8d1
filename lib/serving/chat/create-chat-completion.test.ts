import type OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import { queryThreads } from "#lib/contract/traces/threads.ts";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { ASK, anEngineer, type ChatParams, complete, streamed } from "#lib/testing/chat-completions.ts";
import { aModelIn } from "#lib/testing/data/model-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { openAi } from "#lib/testing/open-ai.ts";

/** For what happens by itself a moment later, on a machine that may be busy. */
const SOON = { timeout: 10_000, interval: 5 };

const api = startHarness();
const sampler = startTestSampler();

describe("a stream", () => {
  test("says what the plain answer to the same seed says, choice by choice and token by token", async () => {
    const { client } = await anEngineer(api);
    const params = { n: 3, temperature: 1.2, max_tokens: 30 };
    const plain = await complete(client, params);
    const { texts, ends, tokens } = await streamed(client, params);
    expect(texts).toEqual(plain.choices.map(({ message }) => message.content));
    expect(ends).toEqual(plain.choices.map(({ finish_reason: end }) => end));
    expect(tokens).toEqual(plain.choices.map(({ logprobs }) => logprobs?.content?.map(({ token }) => token)));
    expect(tokens.flat()[0]).toMatch(/^token_id:\d+$/);
  });

  test("sends the usage in the last chunk if asked to, and otherwise not at all", async () => {
    const { client } = await anEngineer(api);
    const plain = await complete(client);
    const asked = await streamed(client, { stream_options: { include_usage: true } });
    expect(asked.last).toMatchObject({ choices: [], usage: plain.usage });
    const silent = await streamed(client);
    expect(silent.last?.choices).toHaveLength(1);
    expect(silent.last).not.toHaveProperty("usage");
  });

  test("ends with [DONE] and no other event after it", async () => {
    const { caller } = await anEngineer(api);
    const headers = bearerHeaders(caller.headers);
    const body = { ...ASK, stream: true };
    const response = await api.send(null, { path: "/v1/chat/completions", body, headers });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const events = (await response.text()).trimEnd().split("\n\n");
    expect(events.at(-1)).toBe("data: [DONE]");
    for (const event of events.slice(0, -1)) {
      const chunk = JSON.parse(event.slice("data: ".length));
      expect(chunk.object).toBe("chat.completion.chunk");
      expect(chunk.choices).toHaveLength(1);
    }
  });

  test("that its reader leaves is noted as cancelled, and what sampled for it is free", async () => {
    const { caller, client } = await anEngineer(api);
    const endless = { ...ASK, max_tokens: 400, ignore_eos: true, stream: true as const };
    for (let time = 0; time < 5; time++) {
      const stream = await client.chat.completions.create(endless);
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    }
    await expect.poll(() => sampler().load().active, SOON).toBe(0);
    const outcomes = () =>
      api.db.prisma.chatUsage.findMany({ where: { userId: caller.userId }, select: { outcome: true } });
    await expect.poll(async () => (await outcomes()).length, SOON).toBe(5);
    for (const { outcome } of await outcomes()) expect(outcome).toBe("cancelled");
  });
});

describe("the same seed", () => {
  test("gives the same text, and another one may not", async () => {
    const { client } = await anEngineer(api);
    const texts = await Promise.all(
      [1, 1, 1, 2, 3, 4, 5, 6].map(
        async (seed) => (await complete(client, { seed })).choices[0]?.message.content,
      ),
    );
    expect(new Set(texts.slice(0, 3)).size).toBe(1);
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  test("draws at temperature 1 where none is sent", async () => {
    const { client } = await anEngineer(api);
    const texts = async (params: ChatParams) =>
      (await complete(client, { seed: 11, n: 8, ...params })).choices.map(({ message }) => message.content);
    const unsaid = await texts({});
    expect(unsaid).toEqual(await texts({ temperature: 1 }));
    expect(unsaid).not.toEqual(await texts({ temperature: 0.1 }));
  });

  test("is not needed at temperature 0, which always gives the most likely answer", async () => {
    const { client } = await anEngineer(api);
    const answers = await Promise.all(
      [1, 2, 3].map((seed) => complete(client, { seed, temperature: 0, top_logprobs: 2 })),
    );
    expect(new Set(answers.map(({ choices }) => choices[0]?.message.content)).size).toBe(1);
    for (const entry of answers[0]?.choices[0]?.logprobs?.content ?? []) {
      expect(entry.top_logprobs[0]?.token).toBe(entry.token);
      expect(entry.top_logprobs).toHaveLength(2);
    }
  });
});

describe("tokens", () => {
  test("are written as text only where log-probabilities are asked for and numbers are not", async () => {
    const { client } = await anEngineer(api);
    const first = async (params: ChatParams) =>
      (await complete(client, { temperature: 0, ...params })).choices[0]?.logprobs?.content?.[0];
    const [plain, text, both] = [
      await first({}),
      await first({ logprobs: true }),
      await first({ logprobs: true, return_tokens_as_token_ids: true }),
    ];
    expect(plain?.token).toMatch(/^token_id:\d+$/);
    expect(both).toEqual(plain);
    expect(text).toEqual({ ...plain, token: new TextDecoder().decode(Uint8Array.from(plain?.bytes ?? [])) });
  });
});

describe("log-probabilities of the prompt", () => {
  test("are those that training would compute, in the form of vLLM", async () => {
    const { client } = await anEngineer(api);
    const plain = await complete(client, { seed: 3 });
    const scored = await complete(client, { seed: 3, prompt_logprobs: 2 });
    const { prompt_logprobs: prompt, ...rest } = scored as WithPrompt;
    expect(rest).toEqual({ ...plain, id: rest.id, created: rest.created });
    const { prompt_token_ids: tokenIds } = plain as WithPrompt;
    const trainer = await chooseEngine().openTrainer(MINI, { method: { mode: "full" } });
    const [scores] = await trainer.score([{ tokenIds }]);
    await trainer.close();
    expect(prompt).toHaveLength(tokenIds.length);
    expect(prompt?.[0]).toBeNull();
    for (const [at, entry] of (prompt ?? []).entries()) {
      const own = entry?.[String(tokenIds[at])];
      if (!entry || !own) continue;
      expect(own.logprob).toBeCloseTo(scores?.logprobs[at] ?? Number.NaN, 4);
      const ranks = Object.values(entry).map(({ rank }) => rank);
      expect(ranks.sort((a, b) => a - b)).toEqual(own.rank <= 2 ? [1, 2] : [1, 2, own.rank]);
      expect(typeof own.decoded_token).toBe("string");
    }
    expect(prompt?.slice(1).every((entry, at) => entry?.[String(tokenIds[at + 1])])).toBe(true);
  });

  test("of a prompt that is too long are refused like its answer", async () => {
    const { client } = await anEngineer(api);
    const messages = [{ role: "user" as const, content: "word ".repeat(600) }];
    await expect(complete(client, { messages, prompt_logprobs: 0 })).rejects.toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      param: "messages",
    });
  });
});

type WithPrompt = OpenAI.ChatCompletion & {
  prompt_token_ids: number[];
  prompt_logprobs?: ({ [id: string]: { logprob: number; rank: number; decoded_token: string } } | null)[];
};
const MINI = { modelFolder: "lib/models/base-models/spindle-mini", adapterFolder: null };

describe("forms", () => {
  test("JSON of a schema comes as asked, plain and streamed", async () => {
    const { client } = await anEngineer(api);
    const schema = {
      type: "object",
      properties: { answer: { enum: ["yes", "no"] } },
      required: ["answer"],
      additionalProperties: false,
    };
    const response_format = { type: "json_schema" as const, json_schema: { name: "answer", schema } };
    const plain = await complete(client, { response_format, max_tokens: 60 });
    expect(["yes", "no"]).toContain(JSON.parse(plain.choices[0]?.message.content ?? "").answer);
    const { texts } = await streamed(client, { response_format, max_tokens: 60 });
    expect(texts[0]).toBe(plain.choices[0]?.message.content);
  });

  test("each of a thousand long values that begin alike may come", async () => {
    const { client } = await anEngineer(api);
    const values = Array.from({ length: 1000 }, (_, i) => `case ${1000 + i}: ${"x".repeat(989)}`);
    const response_format = {
      type: "json_schema" as const,
      json_schema: { name: "case", schema: { enum: values } },
    };
    const { choices } = await complete(client, { response_format, n: 16, temperature: 2, max_tokens: 24 });
    const indices = choices.map(({ message }) =>
      values.findIndex((value) => JSON.stringify(value).startsWith(message.content?.trimStart() ?? "?")),
    );
    expect(Math.min(...indices)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...indices)).toBeGreaterThan(256);
  });

  test("a tool that must be called is called, in the form that the client's own helper reads", async () => {
    const { client } = await anEngineer(api);
    const parameters = {
      type: "object",
      properties: { city: { enum: ["Rome", "Oslo"] } },
      required: ["city"],
      additionalProperties: false,
    };
    const params = {
      messages: [{ role: "user" as const, content: "What is the weather in Rome?" }],
      tools: [{ type: "function" as const, function: { name: "weather", parameters } }],
      tool_choice: { type: "function" as const, function: { name: "weather" } },
      max_tokens: 80,
    };
    const plain = await complete(client, params);
    expect(plain.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    const final = await client.chat.completions.stream({ ...ASK, ...params }).finalChatCompletion();
    for (const { choices } of [plain, final]) {
      const call = choices[0]?.message.tool_calls?.[0];
      if (call?.type !== "function") throw new Error("No function was called");
      expect(call.function.name).toBe("weather");
      expect(["Rome", "Oslo"]).toContain(JSON.parse(call.function.arguments).city);
    }
  });

  test.each<[string, object, RegExp]>([
    ["an expression", { structured_outputs: { regex: "[a-c]{3}" } }, /^[a-c]{3}$/],
    ["an expression, by its older name", { guided_regex: "[a-c]{3}" }, /^[a-c]{3}$/],
    ["a grammar", { structured_outputs: { grammar: 'root ::= "a" | "b"' } }, /^[ab]$/],
    ["a grammar, by its older name", { guided_grammar: 'root ::= "a" | "b"' }, /^[ab]$/],
    ["a schema, by its older name", { guided_json: '{"enum":[17,18]}' }, /^\s*1[78]\s*$/],
    ["a choice, by its older name", { guided_choice: ["left", "right"] }, /^(left|right)$/],
  ])("%s holds", async (_, form, expected) => {
    const { client } = await anEngineer(api);
    const { choices } = await complete(client, { ...form, max_tokens: 40 });
    expect(choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: expect.stringMatching(expected) },
    });
  });

  test("a grammar whose ways to read a reply add up ends that reply with the reason, and no other", async () => {
    const { client } = await anEngineer(api);
    const grammar = 'root ::= ((("a"{1,99}){1,99}){1,99}){50,99}';
    const [refused, other] = await Promise.allSettled([
      complete(client, { structured_outputs: { grammar }, max_tokens: 60 }),
      complete(client, { max_tokens: 60 }),
    ]);
    expect(refused).toMatchObject({
      reason: { status: 400, message: expect.stringMatching(/read in more than 2000 ways/) },
    });
    expect(other.status).toBe("fulfilled");
  });

  test("penalties keep tokens from coming again", async () => {
    const { client } = await anEngineer(api);
    const asked = { temperature: 0, max_tokens: 40, ignore_eos: true };
    const repeats = async (penalties: object) => {
      const { choices } = await complete(client, { ...asked, ...penalties });
      const tokens = choices[0]?.logprobs?.content?.map(({ token }) => token) ?? [];
      return tokens.length - new Set(tokens).size;
    };
    const without = await repeats({});
    for (const penalties of [{ presence_penalty: 2, frequency_penalty: 2 }, { repetition_penalty: 2 }])
      expect(await repeats(penalties)).toBeLessThan(without);
  });

  test("a reply that was begun is continued", async () => {
    const { client } = await anEngineer(api);
    const messages = [...ASK.messages, { role: "assistant" as const, content: "Well" }];
    const going = { messages, continue_final_message: true, add_generation_prompt: false, seed: 4 };
    const [begun, again] = [await complete(client, going), await complete(client, { messages, seed: 4 })];
    expect(begun.usage?.prompt_tokens).toBeLessThan(again.usage?.prompt_tokens ?? 0);
  });

  test("one of several texts is one of them", async () => {
    const { client } = await anEngineer(api);
    const structured_outputs = { choice: ["perhaps", "certainly not"] };
    const { choices } = await complete(client, { structured_outputs });
    expect(structured_outputs.choice).toContain(choices[0]?.message.content);
  });
});

describe("errors", () => {
  test("have the classes, codes and fields that the client knows", async () => {
    const { client } = await anEngineer(api);
    const long = [{ role: "user" as const, content: "word ".repeat(600) }];
    await expect(complete(client, { messages: long })).rejects.toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      param: "messages",
      type: "invalid_request_error",
    });
    await expect(complete(client, { model: "nobody/has/this" })).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
      param: "model",
    });
    await expect(complete(client, { n: 0 })).rejects.toMatchObject({ status: 422, param: "n" });
    const stranger = openAi(api, await api.aCaller());
    await expect(complete(stranger)).rejects.toMatchObject({ status: 403, code: "insufficient_permissions" });
  });
});

describe("what is written down", () => {
  const calls = (caller: Caller, project: TestProject) =>
    api.callAll(caller, streamCalls, { projectId: project.path });

  test("is how much was used, by whom, for each completion", async () => {
    const { project, caller, client } = await anEngineer(api);
    const { usage } = await complete(client, { metadata: { project_id: project.path } });
    const rows = await api.db.prisma.chatUsage.findMany({ where: { userId: caller.userId } });
    expect(rows).toMatchObject([
      {
        projectId: project.id,
        model: "spindle-mini",
        upstreamId: null,
        outcome: "completed",
        promptTokens: usage?.prompt_tokens,
        completionTokens: usage?.completion_tokens,
      },
    ]);
    expect(await calls(caller, project)).toEqual([]);
  });

  test.each([false, true])(
    "is the completion as a turn of its thread where `store` asks for it (stream: %s)",
    async (stream) => {
      const { project, caller, client } = await anEngineer(api);
      const { id: modelId, name } = await aModelIn(api, { project, caller });
      const metadata = { thread_id: "conversation-7", purpose: "test" };
      const secret = { api_key: "sk-canary", extra_headers: { authorization: "canary" } };
      const params = { model: name, store: true, metadata, temperature: 0, ...secret };
      const content = stream
        ? (await streamed(client, params)).texts[0]
        : (await complete(client, params)).choices[0]?.message.content;
      const [call, another] = await calls(caller, project);
      expect(another).toBeUndefined();
      expect(call).toMatchObject({
        opName: "chat_completion",
        threadId: "conversation-7",
        turnId: call?.id,
        attributes: { model: name, model_id: modelId, step: 0, base_model: "spindle-mini" },
        inputs: { model: name, messages: ASK.messages, metadata },
        output: {
          object: "chat.completion",
          choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
        },
        summary: { usage: { [name]: { requests: 1, completion_tokens: expect.any(Number) } } },
      });
      expect(JSON.stringify(call)).not.toMatch(/canary|token_id/);
      const threads = await api.callAll(caller, queryThreads, { projectId: project.path, offset: 0 });
      expect(threads).toMatchObject([{ threadId: "conversation-7", turnCount: 1 }]);
    },
  );

  test("has the id that its reader received, in each chunk if streamed", async () => {
    const { project, caller } = await anEngineer(api);
    const headers = bearerHeaders(caller.headers);
    const ask = (more: object) =>
      api.send(null, { path: "/v1/chat/completions", body: { ...ASK, ...more }, headers });
    const stores = { store: true, metadata: { project_id: project.path } };
    const whole = await (await ask(stores)).json();
    const events = (await (await ask({ ...stores, stream: true })).text()).trimEnd().split("\n\n");
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice("data: ".length)));
    const ids = new Set(chunks.map(({ call_id: id }) => id));
    const stored = (await calls(caller, project)).map(({ id }) => id);
    expect([whole.call_id, ...ids].sort()).toEqual(stored.sort());
    expect(await (await ask({})).json()).not.toHaveProperty("call_id");
  });

  test("goes into the project that the metadata name, where the caller may record there", async () => {
    const { project, caller, client } = await anEngineer(api);
    const other = await api.aProject();
    const params = { store: true, metadata: { project_id: other.path } };
    await expect(complete(client, params)).rejects.toMatchObject({ status: 403 });
    await api.db.prisma.projectMember.create({
      data: { projectId: other.id, userId: caller.userId, role: "engineer" },
    });
    await complete(client, params);
    expect(await calls(caller, other)).toHaveLength(1);
    expect(await calls(caller, project)).toEqual([]);
  });

  test("is every completion of a project that says so, except where the request says not to", async () => {
    const { project, caller, client } = await anEngineer(api);
    await api.db.prisma.project.update({ where: { id: project.id }, data: { storesCompletions: true } });
    const metadata = { project_id: project.path };
    await complete(client, { metadata });
    await complete(client, { metadata, store: false });
    expect(await calls(caller, project)).toHaveLength(1);
  });
});
