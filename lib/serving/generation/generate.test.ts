import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import type { SampleRequest } from "#lib/engine/port/port.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { UnrenderableMessage } from "#lib/engine/text/unrenderable-message.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { CLOCK, HELLO, WEATHER } from "#lib/testing/data/generation-request.ts";
import { type Script, ScriptedSampler } from "#lib/testing/engines/scripted-sampler.ts";
import { generate } from "./generate.ts";
import type { GenerationEvent } from "./generation-event.ts";
import type { GenerationRequest } from "./generation-request.ts";

let format: ChatFormat;
let end: number;
beforeAll(async () => {
  format = await openChatFormat("lib/models/base-models/spindle-mini");
  end = format.stopTokenIds[0] ?? -1;
});

/** The tokens of a text, each of one byte, so that every character of several bytes is cut. */
function byteTokens(text: string): number[] {
  const byByte = new Map<number, number>();
  for (let id = 0; id < format.tokenizer.vocabSize; id++) {
    const bytes = format.tokenizer.tokenBytes(id);
    if (bytes.length === 1 && bytes[0] !== undefined) byByte.set(bytes[0], id);
  }
  return Array.from(new TextEncoder().encode(text), (byte) => byByte.get(byte) ?? -1);
}

/** Says a text and ends. */
const says =
  (text: string): Script =>
  () => [...format.tokenizer.encode(text), end];

function run(
  script: Script,
  request: Partial<GenerationRequest> = {},
  signal = new AbortController().signal,
) {
  const sampler = new ScriptedSampler(script, { vocabSize: format.tokenizer.vocabSize });
  const events = generate({ format, sampler, fairnessKey: "me", signal }, { ...HELLO, ...request });
  return { sampler, events };
}

type Reply = {
  text: string;
  deltas: string[];
  ids: number[];
  end: Extract<GenerationEvent, { type: "end" }>;
};

/** Collects the events of each choice. */
async function repliesTo(script: Script, request: Partial<GenerationRequest> = {}): Promise<Reply[]> {
  const replies = new Map<number, Partial<Reply> & { deltas: string[]; ids: number[] }>();
  for await (const event of run(script, request).events) {
    if (event.type === "start") continue;
    const choice = replies.get(event.choice) ?? { deltas: [], ids: [] };
    replies.set(event.choice, choice);
    if (event.type === "end") choice.end = event;
    else {
      choice.deltas.push(event.text);
      choice.ids.push(...event.tokens.map(({ id }) => id));
    }
  }
  return [...replies.values()].map((choice) => {
    if (!choice.end) throw new Error("A choice has no end");
    return { ...choice, end: choice.end, text: choice.deltas.join("") };
  });
}

describe("a reply", () => {
  test("arrives piece by piece, with its end token among the tokens and never in the text", async () => {
    const [reply] = await repliesTo(says("It arrives tomorrow."));
    expect(reply).toMatchObject({
      text: "It arrives tomorrow.",
      end: { finishReason: "stop", stopReason: null },
    });
    expect(reply?.deltas.length).toBeGreaterThan(2);
    expect(reply?.ids).toEqual([...format.tokenizer.encode("It arrives tomorrow."), end]);
  });

  test("that reaches the most tokens ends by its length", async () => {
    const [reply] = await repliesTo(says("one two three four five"), { maxTokens: 2 });
    expect(reply).toMatchObject({ end: { finishReason: "length" }, ids: { length: 2 } });
  });

  test("fills the context at most, however many tokens are asked for", async () => {
    const { sampler, events } = run(says("x"), { maxTokens: 100_000 });
    const [start] = await Array.fromAsync(events);
    const prompt = start?.type === "start" ? start.promptTokenIds.length : 0;
    expect(sampler.requests[0]?.settings.maxTokens).toBe(512 - prompt);
  });

  test.each(["grüße 🙂 日本語", "a\u0301 🇩🇪 👩‍👩‍👧"])(
    "never shows half a character, however %j is cut into tokens",
    async (text) => {
      const [reply] = await repliesTo(() => [...byteTokens(text), end]);
      expect(reply?.text).toBe(text);
      expect(reply?.deltas.join("|")).not.toContain("\ufffd");
    },
  );

  test("that ends in the middle of a character says so with one replacement character", async () => {
    const [reply] = await repliesTo(() => [...byteTokens("🙂").slice(0, 3), end]);
    expect(reply?.text).toBe("\ufffd");
  });

  test("leaves special tokens out of the text unless they are asked for", async () => {
    const special = [...format.tokenizer.specialIds].find((id) => !format.stopTokenIds.includes(id)) ?? -1;
    const script = () => [special, ...format.tokenizer.encode("hi"), end];
    expect((await repliesTo(script))[0]?.text).toBe("hi");
    const name = new TextDecoder().decode(format.tokenizer.tokenBytes(special));
    expect((await repliesTo(script, { keepsSpecialTokens: true }))[0]?.text).toBe(`${name}hi`);
  });

  test("carries raw log-probabilities, impossible ones as -9999, and the alternatives with their bytes", async () => {
    const [id = 0] = format.tokenizer.encode("a");
    const sampled = { id, logprob: Number.NEGATIVE_INFINITY, top: [[id, -0.25] as const] };
    const { events } = run(() => [sampled, end]);
    const deltas = (await Array.fromAsync(events)).flatMap((event) =>
      event.type === "delta" ? event.tokens : [],
    );
    expect(deltas[0]).toEqual({
      id,
      logprob: -9999,
      bytes: [97],
      top: [{ id, logprob: -0.25, bytes: [97] }],
    });
  });
});

describe("an end", () => {
  test("by a stop string cuts the text before it, wherever the tokens cut it", async () => {
    for (const script of [says("one STOP two"), () => [...byteTokens("one STOP two"), end]]) {
      const [reply] = await repliesTo(script, { stopStrings: ["never", "STOP"] });
      expect(reply).toMatchObject({ text: "one ", end: { finishReason: "stop", stopReason: "STOP" } });
      expect(reply?.deltas.join("|")).not.toContain("S");
    }
  });

  test("by a stop string keeps it where that is asked for", async () => {
    const [reply] = await repliesTo(says("one STOP two"), { stopStrings: ["STOP"], keepsStopString: true });
    expect(reply?.text).toBe("one STOP");
  });

  test("that only looked like a stop string gives the text back", async () => {
    const [reply] = await repliesTo(says("one STO"), { stopStrings: ["STOP"] });
    expect(reply).toMatchObject({ text: "one STO", end: { stopReason: null } });
  });

  test("by a token of the caller's names that token", async () => {
    const [first = 0, ...rest] = format.tokenizer.encode("abc");
    const [reply] = await repliesTo(() => [...rest, first, ...rest], { stopTokenIds: [first] });
    expect(reply).toMatchObject({ end: { finishReason: "stop", stopReason: first }, ids: [...rest, first] });
  });

  test("of the model's own does not count where it is to be ignored", async () => {
    const [reply] = await repliesTo(() => [end, ...format.tokenizer.encode("on"), end], {
      ignoresEnd: true,
      maxTokens: 9,
    });
    expect(reply).toMatchObject({ text: "on", end: { finishReason: "length" } });
  });
});

describe("several choices", () => {
  test("come side by side, each with a seed of its own and one prompt between them", async () => {
    const { sampler, events } = run(says("yes"), { choices: 3, seed: 40 });
    const ends = (await Array.fromAsync(events)).filter(({ type }) => type === "end");
    expect(ends.map((event) => "choice" in event && event.choice).sort()).toEqual([0, 1, 2]);
    expect(sampler.requests.map(({ settings }) => settings.seed).sort()).toEqual([40, 41, 42]);
    expect(new Set(sampler.requests.map(({ promptGroup }) => promptGroup)).size).toBe(1);
  });

  test("end together when their reader leaves", async () => {
    async function* endless() {
      for (;;) yield format.tokenizer.encode("on")[0] ?? 0;
    }
    const { sampler, events } = run(endless, { choices: 4 });
    for await (const event of events) if (event.type === "delta") break;
    expect(sampler.load().active).toBe(0);
    expect(sampler.requests.every(({ signal }) => signal.aborted)).toBe(true);
  });

  test("fail together with what one of them met", async () => {
    function* failing(request: SampleRequest) {
      yield* format.tokenizer.encode("a");
      if (request.settings.seed === 8) throw new Error("numbers are not finite");
      yield end;
    }
    await expect(Array.fromAsync(run(failing, { choices: 2 }).events)).rejects.toThrow("not finite");
  });
});

describe("the prompt", () => {
  const begun = [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Good mor" },
  ];
  const promptOf = async (request: Partial<GenerationRequest>) => {
    const { value } = await run(says("x"), request).events.next();
    return format.tokenizer.decode(value?.type === "start" ? value.promptTokenIds : []);
  };

  test("ends with what was said of a reply that is to be continued, without the end of its turn", async () => {
    const prompt = await promptOf({ messages: begun, promptEnd: "continues" });
    expect(prompt.endsWith("Good mor")).toBe(true);
    expect(prompt.startsWith(await promptOf({ messages: begun.slice(0, 1) }))).toBe(true);
  });

  test("ends with the messages where no reply is asked for", async () => {
    const [asking, silent] = [await promptOf({}), await promptOf({ promptEnd: "messages" })];
    expect(asking.startsWith(silent)).toBe(true);
    expect(asking.length).toBeGreaterThan(silent.length);
  });
});

describe("before anything is sampled", () => {
  test("a prompt that leaves no room is refused with both lengths", async () => {
    const messages = [{ role: "user", content: "word ".repeat(600) }];
    const { sampler, events } = run(says("x"), { messages });
    await expect(events.next()).rejects.toBeInstanceOf(ContextTooLong);
    expect(sampler.requests).toEqual([]);
  });

  test.each([
    ["one message without end", [{ role: "user", content: "word ".repeat(200_000) }]],
    ["messages without end", Array.from({ length: 100_000 }, () => ({ role: "user", content: "x" }))],
  ])("%s is refused without being read", async (_, messages) => {
    const unread = { ...format, promptTokens: () => expect.unreachable("the prompt was read") };
    const sampler = new ScriptedSampler(says("x"));
    const events = generate(
      { format: unread, sampler, fairnessKey: "me", signal: new AbortController().signal },
      { ...HELLO, messages },
    );
    await expect(events.next()).rejects.toMatchObject({ code: "context_length_exceeded", param: "messages" });
  });

  test("messages that the template cannot write are refused", async () => {
    const { events } = run(says("x"), { messages: [{ role: "poet", content: "x" }] });
    await expect(events.next()).rejects.toBeInstanceOf(UnrenderableMessage);
  });

  test.each<[string, Partial<GenerationRequest>]>([
    ["a bias for a token that does not exist", { logitBias: [[999_999, 1]] }],
    ["a stop token that does not exist", { stopTokenIds: [999_999] }],
    ["a tool that is not among them", { tools: [WEATHER], toolChoice: { name: "train" } }],
    ["a tool that must be called where there is none", { toolChoice: "required" }],
    [
      "a schema that is not understood",
      { output: { kind: "json", schema: { type: "string", format: "regex" } } },
    ],
  ])("%s is refused", async (_, request) => {
    await expect(run(says("x"), request).events.next()).rejects.toBeInstanceOf(Rejected);
  });
});

const CALL = '<tool_call>\n{"name": "weather", "arguments": {"city": "Rome"}}\n</tool_call>';

describe("tools", () => {
  test("that are called end the reply as tool calls, and their text is left out of the content", async () => {
    const [reply] = await repliesTo(says(`Let me look.\n${CALL}`), { tools: [WEATHER] });
    expect(reply).toMatchObject({ text: "Let me look.", end: { finishReason: "tool_calls" } });
    expect(reply?.end.toolCalls).toEqual([
      { id: expect.stringMatching(/^call_/), name: "weather", argumentsText: '{"city": "Rome"}' },
    ]);
  });

  test("may be called several at a time", async () => {
    const [reply] = await repliesTo(says(`${CALL}\n${CALL}`), { tools: [WEATHER] });
    expect(reply?.end.toolCalls.map(({ name }) => name)).toEqual(["weather", "weather"]);
    expect(reply?.text).toBe("");
  });

  test("that only seem to be called leave the text as it is", async () => {
    for (const text of ["<tool_call>not json</tool_call>", "a < b <tool", "{} is empty "]) {
      const [reply] = await repliesTo(says(text), { tools: [WEATHER] });
      expect(reply).toMatchObject({ text, end: { finishReason: "stop", toolCalls: [] } });
    }
  });

  test("that must not be called are neither offered nor read", async () => {
    const { sampler, events } = run(says(CALL), { tools: [WEATHER], toolChoice: "none" });
    const ends = (await Array.fromAsync(events)).filter(({ type }) => type === "end");
    expect(ends[0]).toMatchObject({ finishReason: "stop", toolCalls: [] });
    const prompt = format.tokenizer.decode(sampler.requests[0]?.promptTokenIds ?? []);
    expect(prompt).not.toContain("weather");
  });
});

/** Samples by chance among what the constraint allows, and ends as soon as it may after a while. */
function byChance(seed: number): Script {
  return function* ({ constraint }) {
    let state = seed;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    for (let count = 0; count < 400; count++) {
      if (count > 20 && constraint?.allows(end)) return yield end;
      const allowed = Array.from({ length: format.tokenizer.vocabSize }, (_, id) => id).filter((id) =>
        constraint?.allows(id),
      );
      yield allowed[next(allowed.length)] ?? -1;
    }
  };
}

describe("forced forms", () => {
  test("a tool that must be called is called with arguments of its schema, whatever the model likes", async () => {
    let finished = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async (seed) => {
        const request = { tools: [CLOCK, WEATHER], toolChoice: { name: "weather" } } as const;
        const [reply] = await repliesTo(byChance(seed), request);
        if (reply?.end.finishReason === "length") return;
        finished++;
        expect(reply?.end.toolCalls).toHaveLength(1);
        const { name, argumentsText = "" } = reply?.end.toolCalls[0] ?? {};
        expect(name).toBe("weather");
        const { city, days = 0 } = JSON.parse(argumentsText);
        expect(["Rome", "Oslo"]).toContain(city);
        expect(Number.isInteger(days)).toBe(true);
      }),
      { numRuns: 8, seed: 1 },
    );
    expect(finished).toBeGreaterThan(3);
  });

  test("where any tool must be called, one of them is", async () => {
    const names = new Set<string | undefined>();
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const [reply] = await repliesTo(byChance(seed), { tools: [CLOCK, WEATHER], toolChoice: "required" });
      if (reply?.end.finishReason === "tool_calls") names.add(reply.end.toolCalls[0]?.name);
    }
    expect([...names].every((name) => name === "clock" || name === "weather")).toBe(true);
    expect(names.size).toBeGreaterThan(0);
  });

  test("a tool whose schema has bounds, formats, choices and references of its own is called as it wants", async () => {
    const parameters = {
      type: "object",
      $defs: { guests: { type: "integer", minimum: 1, maximum: 12 } },
      properties: {
        day: { type: "string", format: "date" },
        guests: { $ref: "#/$defs/guests" },
        name: { type: "string", pattern: "^[A-Z]", minLength: 2, maxLength: 8 },
        table: { oneOf: [{ type: "null" }, { type: "string", enum: ["in", "out"] }] },
      },
      required: ["day", "guests", "name", "table"],
    };
    const tools = [CLOCK, { type: "function", function: { name: "book/a table", parameters } }];
    const fits = addFormats.default(new Ajv2020({ strict: false })).compile(parameters);
    for (const seed of [1, 2, 3]) {
      const [reply] = await repliesTo(byChance(seed), { tools, toolChoice: { name: "book/a table" } });
      const [call] = reply?.end.toolCalls ?? [];
      expect([call?.name, fits(JSON.parse(call?.argumentsText ?? ""))]).toEqual(["book/a table", true]);
    }
  });

  test("holds no special token, not even within a string", async () => {
    const special = [...format.tokenizer.specialIds].find((id) => !format.stopTokenIds.includes(id)) ?? -1;
    const allowed: unknown[] = [];
    const look: Script = ({ constraint }) => {
      for (const id of format.tokenizer.encode('{"a":"')) constraint?.accept(id);
      allowed.push(constraint?.allows(special), constraint?.allows(format.tokenizer.encode("b")[0] ?? -1));
      return [end];
    };
    await repliesTo(look, { output: { kind: "json", schema: { type: "object" } } });
    expect(allowed).toEqual([false, true]);
  });

  test("JSON of a schema is JSON of that schema", async () => {
    const schema = {
      type: "object",
      properties: { kind: { enum: ["a", "b"] }, ok: { type: "boolean" } },
      required: ["kind", "ok"],
      additionalProperties: false,
    };
    const [reply] = await repliesTo(byChance(5), { output: { kind: "json", schema } });
    expect(reply?.end.finishReason).toBe("stop");
    expect(JSON.parse(reply?.text ?? "")).toEqual({
      kind: expect.stringMatching(/^[ab]$/),
      ok: expect.any(Boolean),
    });
  });

  test("one of several texts is exactly one of them", async () => {
    const texts = ["yes", "yes, please", "no 🙂"];
    for (const seed of [1, 2, 3, 4]) {
      const [reply] = await repliesTo(byChance(seed), { output: { kind: "oneOf", texts } });
      expect(texts).toContain(reply?.text);
    }
  });

  test("a text of an expression, and one of a grammar, are such texts", async () => {
    for (const seed of [1, 2, 3]) {
      const regex = { kind: "regex", source: "[A-Z]{2}-\\d{3}" } as const;
      const [plate] = await repliesTo(byChance(seed), { output: regex });
      expect(plate?.text).toMatch(/^[A-Z]{2}-\d{3}$/);
      const grammar = { kind: "grammar", source: 'root ::= "<" ("yes" | "no") ">"' } as const;
      const [answer] = await repliesTo(byChance(seed), { output: grammar });
      expect(answer?.text).toMatch(/^<(yes|no)>$/);
    }
  });

  test("no end comes before the fewest tokens", async () => {
    const script: Script = function* ({ constraint }) {
      for (;;) yield constraint?.allows(end) ? end : (format.tokenizer.encode("a")[0] ?? 0);
    };
    const [reply] = await repliesTo(script, { minTokens: 5 });
    expect(reply?.ids).toHaveLength(6);
    expect(reply?.text).toBe("aaaaa");
  });
});
