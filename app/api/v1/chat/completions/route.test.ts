import { describe, expect, test } from "vitest";
import { createChatCompletion } from "#lib/contract/serving/chat.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { scriptedEngine } from "#lib/testing/engines/scripted-sampler.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

/** Ends every completion at once; what is said matters elsewhere. */
const { engine } = scriptedEngine(({ settings }) => [settings.stopTokenIds[0] ?? 0]);
const api = startHarness();
startTestSampler({ engine });

routeGuarantees(api, createChatCompletion, {
  prepare: ({ project }) => ({
    model: "spindle-mini",
    messages: [{ role: "user", content: "Where is my parcel?" }],
    max_tokens: 2,
    response_format: { type: "text" },
    stream_options: { include_usage: true },
    metadata: { project_id: project.path },
  }),
});

const HELLO = { model: "spindle-mini", messages: [{ role: "user", content: "Hello" }] };

async function anEngineer(): Promise<Caller> {
  return api.aCaller(await api.aProject(), "engineer");
}

function post(caller: Caller | null, body: unknown, path = "/v1/chat/completions") {
  const headers: Record<string, string> = caller ? bearerHeaders(caller.headers) : {};
  return api.send(null, { path, body, headers });
}

test("the path with a slash at its end answers the same", async () => {
  const response = await post(await anEngineer(), HELLO, "/v1/chat/completions/");
  expect(response.status).toBe(200);
  expect((await response.json()).choices).toHaveLength(1);
});

test("a completion has the fields of the OpenAI form, and the tokens that training needs", async () => {
  const response = await post(await anEngineer(), HELLO);
  const completion = await response.json();
  const prompt = expect.arrayContaining([expect.any(Number)]);
  expect(completion).toEqual({
    id: expect.stringMatching(/^chatcmpl-/),
    object: "chat.completion",
    created: expect.any(Number),
    model: "spindle-mini",
    system_fingerprint: "spindle-mini",
    prompt_token_ids: prompt,
    token_ids: [expect.any(Number)],
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "" },
        finish_reason: "stop",
        stop_reason: null,
        logprobs: {
          content: [
            {
              token: `token_id:${completion.token_ids[0]}`,
              logprob: -0.5,
              bytes: expect.any(Array),
              top_logprobs: [],
            },
          ],
          refusal: null,
        },
        token_ids: completion.token_ids,
        prompt_token_ids: completion.prompt_token_ids,
      },
    ],
    usage: {
      prompt_tokens: completion.prompt_token_ids.length,
      completion_tokens: 1,
      total_tokens: completion.prompt_token_ids.length + 1,
    },
  });
});

describe("a request that does not fit", () => {
  test.each<[object, string, (string | number)[]]>([
    [{ messages: [] }, "too_short", ["body", "messages"]],
    [{ messages: ["Hello"] }, "dict_type", ["body", "messages", 0]],
    [{ messages: undefined }, "missing", ["body", "messages"]],
    [{ model: 7 }, "string_type", ["body", "model"]],
    [{ model: "" }, "string_too_short", ["body", "model"]],
    [{ n: 0 }, "greater_than_equal", ["body", "n"]],
    [{ n: 129 }, "less_than_equal", ["body", "n"]],
    [{ max_tokens: 0 }, "greater_than_equal", ["body", "max_tokens"]],
    [{ max_completion_tokens: 1.5 }, "int_from_float", ["body", "max_completion_tokens"]],
    [{ temperature: -0.1 }, "greater_than_equal", ["body", "temperature"]],
    [{ temperature: 2.1 }, "less_than_equal", ["body", "temperature"]],
    [{ temperature: "hot" }, "float_parsing", ["body", "temperature"]],
    [{ top_p: 1.01 }, "less_than_equal", ["body", "top_p"]],
    [{ top_logprobs: 21 }, "less_than_equal", ["body", "top_logprobs"]],
    [{ seed: "x" }, "int_parsing", ["body", "seed"]],
    [{ stop: 3 }, "list_type", ["body", "stop"]],
    [{ stop: ["a", 3] }, "string_type", ["body", "stop", 1]],
    [{ logit_bias: { "1": 101 } }, "less_than_equal", ["body", "logit_bias", "1"]],
    [{ logit_bias: { word: 1 } }, "value_error", ["body", "logit_bias"]],
    [{ tools: {} }, "list_type", ["body", "tools"]],
    [{ tools: ["hammer"] }, "dict_type", ["body", "tools", 0]],
    [{ tool_choice: "must" }, "literal_error", ["body", "tool_choice"]],
    [{ tool_choice: { type: "function" } }, "missing", ["body", "tool_choice", "function", "name"]],
    [{ response_format: { type: "yaml" } }, "literal_error", ["body", "response_format", "type"]],
    [
      { response_format: { type: "json_schema" } },
      "missing",
      ["body", "response_format", "json_schema", "schema"],
    ],
    [{ stream: "perhaps" }, "bool_parsing", ["body", "stream"]],
    [{ metadata: { project_id: "no slash" } }, "string_pattern_mismatch", ["body", "metadata", "project_id"]],
  ])("such as %j is a 422 that says where, for clients of both kinds", async (change, type, loc) => {
    const response = await post(await anEngineer(), { ...HELLO, ...change });
    expect(response.status).toBe(422);
    const { detail, error } = await response.json();
    expect(detail).toContainEqual({ type, loc, msg: expect.any(String) });
    expect(error).toMatchObject({ type: "invalid_request_error", code: type, param: loc.slice(1).join(".") });
    expect(error.message).toContain(detail[0].msg);
  });

  test("reports all its problems at once", async () => {
    const response = await post(await anEngineer(), { messages: [], n: 0, temperature: 9 });
    expect((await response.json()).detail).toHaveLength(4);
  });

  test.each(["api_base", "base_url", "api_key", "headers", "extra_headers", "response_style"])(
    "is not one that says %s, which is left aside",
    async (name) => {
      const response = await post(await anEngineer(), { ...HELLO, [name]: "http://127.0.0.1:1" });
      expect(response.status).toBe(200);
    },
  );

  test("is not one with a hundred thousand messages, which is only too long", async () => {
    const messages = Array.from({ length: 100_000 }, () => ({ role: "user", content: "x" }));
    const response = await post(await anEngineer(), { ...HELLO, messages });
    expect(response.status).toBe(400);
    expect((await response.json()).error.code).toBe("context_length_exceeded");
  });
});

describe("a refusal", () => {
  test("without a credential has both bodies", async () => {
    const response = await post(null, HELLO);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      detail: "Not authenticated",
      error: {
        message: "Not authenticated",
        type: "authentication_error",
        param: null,
        code: "invalid_api_key",
      },
    });
  });

  test.each([
    "nobody-has-this",
    "wandb-artifact:///no/such/model",
    "wandb-artifact:///no/such/model:step3",
    "nobody/model",
    "spindle-mini:step1",
    "../spindle-mini",
    "/",
    "a/",
  ])("of the model %j is a 404 that names the field", async (model) => {
    const response = await post(await anEngineer(), { ...HELLO, model });
    expect(response.status).toBe(404);
    expect((await response.json()).error).toMatchObject({
      type: "invalid_request_error",
      code: "model_not_found",
      param: "model",
    });
  });

  test.each<[string, object, string | null]>([
    ["a message that the model's template cannot write", { messages: [{ role: "poet" }] }, "messages"],
    [
      "a reply to continue, and a prompt for another",
      { continue_final_message: true },
      "add_generation_prompt",
    ],
    [
      "a reply to continue that is not the assistant's",
      { continue_final_message: true, add_generation_prompt: false },
      "messages",
    ],
    ["log-probabilities of all tokens", { prompt_logprobs: -1 }, "prompt_logprobs"],
    ["log-probabilities of the prompt in a stream", { prompt_logprobs: 1, stream: true }, "prompt_logprobs"],
    ["a grammar of rules that are missing", { guided_grammar: "root ::= x" }, "structured_outputs"],
    ["an expression that is none", { structured_outputs: { regex: "(" } }, "structured_outputs"],
    ["two forms of a reply", { guided_json: {}, guided_regex: "a" }, "guided_regex"],
    ["a schema as text that is none", { guided_json: "{" }, "guided_json"],
    ["a tool that must be called and is none", { tool_choice: "required" }, "tool_choice"],
    [
      "a schema that sampling cannot promise",
      { response_format: schemaFormat({ pattern: "(a)\\1" }) },
      "response_format",
    ],
    [
      "a schema that is too large",
      { response_format: schemaFormat({ enum: numbers(20_000) }) },
      "response_format",
    ],
    [
      "tools that are too large and must be called",
      { tool_choice: "required", tools: [aTool({ enum: ["y".repeat(2_000_001)] })] },
      "tools",
    ],
    [
      "a schema of too many branches",
      { response_format: schemaFormat({ anyOf: branches(2_001) }) },
      "response_format",
    ],
    ["storing without a place", { store: true }, "metadata.project_id"],
  ])("of %s is a 400 that names the field", async (_, change, param) => {
    const response = await post(await anEngineer(), { ...HELLO, ...change });
    expect(response.status).toBe(400);
    const { detail, error } = await response.json();
    expect(error).toMatchObject({ type: "invalid_request_error", param, message: detail });
  });

  test("of a large schema says how large it is and may be, and of tools that need not be called is none", async () => {
    const caller = await anEngineer();
    const large = schemaFormat({ enum: numbers(20_000) });
    const refused = await post(caller, { ...HELLO, response_format: large });
    expect((await refused.json()).detail).toContain(
      "has 20002 values, keywords included, and at most 20000 are allowed",
    );
    const accepted = await post(caller, {
      ...HELLO,
      tool_choice: "none",
      tools: [aTool({ enum: numbers(20_000) })],
    });
    expect(accepted.status).toBe(200);
  });

  test("is the same for a stream, before it begins", async () => {
    const caller = await anEngineer();
    for (const [change, status] of [
      [{ model: "nobody-has-this" }, 404],
      [{ messages: [{ role: "poet" }] }, 400],
      [{ n: 0 }, 422],
    ] as const) {
      const response = await post(caller, { ...HELLO, ...change, stream: true });
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/json");
    }
  });

  test("of a caller who may use models nowhere is a 403, in either kind of body", async () => {
    const nobody = await api.aCaller();
    const viewer = await api.aCaller(await api.aProject(), "viewer");
    for (const caller of [nobody, viewer]) {
      const response = await post(caller, HELLO);
      expect(response.status).toBe(403);
      expect((await response.json()).error).toMatchObject({ code: "insufficient_permissions" });
    }
  });
});

test("a neutral penalty, and fields of other engines, are no reason to refuse", async () => {
  const body = {
    ...HELLO,
    presence_penalty: 0,
    frequency_penalty: 0,
    repetition_penalty: 1,
    user: "someone",
    service_tier: "auto",
    best_of: 1,
    return_token_ids: true,
    chat_template_kwargs: { preserve_thinking: true },
  };
  expect((await post(await anEngineer(), body)).status).toBe(200);
});

function schemaFormat(schema: object) {
  return { type: "json_schema", json_schema: { schema } };
}

function aTool(parameters: object) {
  return { type: "function", function: { name: "weather", parameters } };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function branches(count: number): object[] {
  return numbers(count).map(() => ({ type: "object" }));
}
