import { describe, expect, test } from "vitest";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import * as z from "#lib/contract/zod.ts";
import { grade } from "./grade.ts";
import { Unscored } from "./grade-result.ts";
import type { Item, Sample } from "./sample.ts";
import type { GraderServices } from "./services.ts";

/** Graders as they come over the wire. */
type Wire = Readonly<Record<string, unknown>>;
type Given = { sample?: Partial<Sample>; item?: Item; services?: Partial<GraderServices> };

const signal = new AbortController().signal;

function graded(grader: Wire, { sample, item = {}, services }: Given = {}) {
  return grade(z.decode(Grader, grader), { outputText: "", ...sample }, item, { signal, ...services });
}

const says = (outputText: string, item: Item = {}): Given => ({ sample: { outputText }, item });
const check = (operation: string, reference = "{{item.reference}}"): Wire => ({
  type: "string_check",
  name: "check",
  input: "{{sample.output_text}}",
  reference,
  operation,
});
const alike = (metric: string): Wire => ({
  type: "text_similarity",
  name: "alike",
  input: "{{ sample.output_text }}",
  reference: "{{ item.reference }}",
  evaluation_metric: metric,
});
const CAT = says("the cat sat on the mat", { reference: "the cat is on the mat" });
const number = (rest: Wire = {}): Wire => ({
  type: "spindle.number_match",
  reference: "{{item.answer}}",
  ...rest,
});
const schema = (of: Wire): Wire => ({ type: "spindle.json_schema", schema: of });
const TEMPERATURE = { type: "object", properties: { celsius: { type: "number" } }, required: ["celsius"] };
const toolCall = (rest: Wire): Wire => ({ type: "spindle.tool_call", tool: "refund", ...rest });
const called = (args: object | string, item: Item = {}): Given => ({
  item,
  sample: {
    outputTools: [
      {
        id: "call_1",
        type: "function",
        function: { name: "refund", arguments: typeof args === "string" ? args : JSON.stringify(args) },
      },
    ],
  },
});
const multi = (formula: string, graders: unknown): Wire => ({
  type: "multi",
  name: "both",
  graders,
  calculate_output: formula,
});
const BOTH = { exact: check("eq"), near: alike("fuzzy_match") };

/** Each score was worked out by hand from the published definition. */
const TABLE: [what: string, grader: Wire, given: Given, score: number][] = [
  ["eq", check("eq"), says("Paris", { reference: "Paris" }), 1],
  ["eq minds case", check("eq"), says("paris", { reference: "Paris" }), 0],
  ["ne", check("ne"), says("London", { reference: "Paris" }), 1],
  ["ne of equals", check("ne"), says("Paris", { reference: "Paris" }), 0],
  ["like is part of", check("like"), says("It is Paris.", { reference: "Paris" }), 1],
  ["like minds case", check("like"), says("It is paris.", { reference: "Paris" }), 0],
  ["ilike does not", check("ilike"), says("It is PARIS.", { reference: "paris" }), 1],
  ["a constant reference", check("eq", "yes"), says("yes"), 1],
  ["a number in a template", check("eq", "{{item.n}}"), says("7", { n: 7 }), 1],
  ["an object in a template", check("eq", "{{item.o}}"), says('{"a":1}', { o: { a: 1 } }), 1],
  ["a path into lists", check("eq", "{{item.tags[1].name}}"), says("b", { tags: [{}, { name: "b" }] }), 1],
  [
    "a field of the sample's JSON",
    { ...check("eq", "Paris"), input: "{{sample.output_json.city}}" },
    says('{"city":"Paris"}'),
    1,
  ],
  // 2 · 17 common characters of 22 + 21
  ["fuzzy_match", alike("fuzzy_match"), says("kitten", { reference: "sitting" }), (2 * 4) / 13],
  ["fuzzy_match of equals", alike("fuzzy_match"), says("same", { reference: "same" }), 1],
  ["fuzzy_match of strangers", alike("fuzzy_match"), says("abc", { reference: "xyz" }), 0],
  // Runs shared of 6, 5, 4, 3: 5 (the cat on the mat), 3 (the-cat, on-the, the-mat), 1 (on-the-mat), 0 → 1/(2·3).
  ["bleu", alike("bleu"), CAT, (((5 / 6) * (3 / 5) * (1 / 4) * 1) / 6) ** 0.25],
  ["bleu of equals", alike("bleu"), says("a b c d e", { reference: "a b c d e" }), 1],
  ["bleu of what is too short", alike("bleu"), says("a b", { reference: "a b c d" }), Math.exp(1 - 4 / 2)],
  ["gleu", alike("gleu"), CAT, (5 + 3 + 1 + 0) / 18],
  ["rouge_1", alike("rouge_1"), CAT, 10 / 12],
  ["rouge_2", alike("rouge_2"), CAT, 6 / 10],
  ["rouge_3", alike("rouge_3"), CAT, 2 / 8],
  ["rouge_4", alike("rouge_4"), CAT, 0],
  ["rouge_l", alike("rouge_l"), CAT, 10 / 12],
  ["rouge does not mind case and signs", alike("rouge_1"), says("Paris!", { reference: "paris" }), 1],
  ["rouge_l of other lengths", alike("rouge_l"), says("a b", { reference: "a x b y" }), (2 * 2) / 6],
  ["a number", number(), says("The answer is 42.", { answer: 42 }), 1],
  ["the last number", number(), says("6 times 7 is 42", { answer: "42" }), 1],
  ["the first number", number({ pick: "first" }), says("6 times 7 is 42", { answer: 6 }), 1],
  ["a number with commas", number(), says("It costs $1,234.50", { answer: "1234.5" }), 1],
  ["another number", number(), says("41", { answer: 42 }), 0],
  ["within the tolerance", number({ tolerance: 0.1 }), says("0.3", { answer: 0.2 }), 1],
  ["beyond the tolerance", number({ tolerance: 0.1 }), says("0.31", { answer: 0.2 }), 0],
  ["within a share", number({ relative_tolerance: 0.05 }), says("104", { answer: 100 }), 1],
  ["below zero", number(), says("−3.5 degrees", { answer: -3.5 }), 1],
  ["a difference is two numbers", number(), says("10-4", { answer: 4 }), 1],
  ["no number", number(), says("forty-two", { answer: 42 }), 0],
  ["a worked reference", number(), says("So 48+24 = 72.", { answer: "48/2 = 24\n48+24 = 72\n#### 72" }), 1],
  ["another number than that of a worked reference", number(), says("24", { answer: "24, so\n#### 72" }), 0],
  [
    "the first number of a worked reference",
    number({ pick: "first" }),
    says("7 of 9", { answer: "6 or 7" }),
    1,
  ],
  [
    "only a number against a worked reference",
    number({ pick: "only" }),
    says("72", { answer: "#### 72" }),
    1,
  ],
  ["near a worked reference", number({ relative_tolerance: 0.05 }), says("104", { answer: "It is 100" }), 1],
  ["only a number", number({ pick: "only" }), says(" 42% ", { answer: 42 }), 1],
  ["not only a number", number({ pick: "only" }), says("about 42", { answer: 42 }), 0],
  ["JSON that fits", schema(TEMPERATURE), says('{"celsius": 21.5}'), 1],
  ["JSON in a block of code", schema(TEMPERATURE), says('```json\n{"celsius": 21.5}\n```'), 1],
  [
    "a block of code of many lines without an end",
    schema(TEMPERATURE),
    says(`\`\`\`\n${"\n".repeat(100_000)}x`),
    0,
  ],
  [
    "a number before many spaces",
    number({ pick: "only" }),
    says(`42${" ".repeat(100_000)}x`, { answer: 42 }),
    0,
  ],
  ["JSON that does not fit", schema(TEMPERATURE), says('{"celsius": "warm"}'), 0],
  ["no JSON", schema(TEMPERATURE), says("warm"), 0],
  ["a tool call", toolCall({}), called({ order: 7 }), 1],
  ["no tool call", toolCall({}), says("refund"), 0],
  ["another tool", toolCall({ tool: "cancel" }), called({ order: 7 }), 0],
  ["arguments", toolCall({ arguments: { order: 7 } }), called({ order: 7, note: "hi" }), 1],
  [
    "exact arguments",
    toolCall({ arguments: { order: 7 }, match: "exact" }),
    called({ order: 7, note: "" }),
    0,
  ],
  [
    "arguments of the item",
    toolCall({ arguments: { order: "{{item.id}}" } }),
    called({ order: 7 }, { id: 7 }),
    1,
  ],
  ["of another type", toolCall({ arguments: { order: "7" } }), called({ order: 7 }), 0],
  [
    "arguments as JSON, keys in any order",
    toolCall({ arguments: "{{item.call}}" }),
    called({ a: { x: 1, y: 2 } }, { call: { a: { y: 2, x: 1 } } }),
    1,
  ],
  ["arguments that are no JSON", toolCall({ arguments: { order: 7 } }), called("{order"), 0],
  ["multi of a map", multi("0.5 * exact + 0.5 * near", BOTH), says("ab", { reference: "ac" }), 0.25],
  ["multi with functions", multi("max(exact, near) ^ 2", BOTH), says("ab", { reference: "ac" }), 0.25],
  [
    "multi of a list, by names",
    multi("(check + alike) / 2", [BOTH.exact, BOTH.near]),
    says("a", { reference: "a" }),
    1,
  ],
  ["multi of one", multi("1 - check", check("eq")), says("a", { reference: "b" }), 1],
];

test.each(TABLE)("%s", async (_, grader, given, score) => {
  const found = await graded(grader, given);
  expect(found).toMatchObject({ score: expect.closeTo(score, 12) });
});

describe("a grader that fails masks", () => {
  const broken = (reason: string, detail: string | RegExp) => ({
    masked: true,
    reason,
    detail: typeof detail === "string" ? detail : expect.stringMatching(detail),
  });
  const division = multi("exact / near", BOTH);
  test.each<[string, Wire, Given, object]>([
    [
      "a missing variable",
      check("eq"),
      says("", { answer: "x" }),
      broken(
        "invalid_variable",
        "{{item.reference}} has no value; the item has answer; write for example {{item.answer}}",
      ),
    ],
    [
      "a template that grows beyond all use",
      check("eq", "{{item.long}}".repeat(41)),
      says("", { long: "x".repeat(100_000) }),
      broken("too_long", /more than 4000000 characters/),
    ],
    [
      "arguments of a tool that grow beyond all use",
      toolCall({ arguments: { all: Array.from({ length: 600 }, () => "{{item.long}}") } }),
      called({ all: [] }, { long: "x".repeat(100_000) }),
      broken("too_long", /more than 4000000 characters/),
    ],
    [
      "JSON that is nested too deep to be walked",
      toolCall({ arguments: "{{item.deep}}" }),
      called({}, { deep: `${"[".repeat(100_000)}${"]".repeat(100_000)}` }),
      broken("invalid_reference", /not an object/),
    ],
    [
      "a reply of such JSON",
      check("eq", "{{sample.output_json}}"),
      says(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
      broken("invalid_variable", /has no value/),
    ],
    [
      "an empty field",
      check("eq"),
      says("", { reference: null }),
      broken("invalid_variable", /has no value/),
    ],
    [
      "an unknown root",
      check("eq", "{{reference}}"),
      says(""),
      broken("invalid_variable", "{{reference}} has no value; variables begin with item. or sample."),
    ],
    [
      "what an object inherits",
      check("eq", "{{item.constructor}}"),
      says(""),
      broken("invalid_variable", /has no value/),
    ],
    [
      "a reference that has no number",
      number(),
      says("42", { answer: "many" }),
      broken("invalid_reference", 'The reference "many" has no number'),
    ],
    [
      "a division by zero",
      division,
      says("a", { reference: "b" }),
      broken("not_finite", "The score would be NaN"),
    ],
    [
      "a part of a formula",
      multi("exact", BOTH),
      says(""),
      broken("part_masked", /^exact: {{item.reference}}/),
    ],
    [
      "no model",
      { type: "score_model", model: "m", input: [{ role: "user", content: "?" }] },
      says(""),
      broken("not_available", /^No model/),
    ],
    [
      "no verifier",
      { type: "spindle.http", url: "https://a.test" },
      says(""),
      broken("not_available", /address/),
    ],
  ])("%s", async (_, grader, given, found) => {
    expect(await graded(grader, given)).toMatchObject(found);
  });

  test("also where its service fails, and a formula that does not need the part has a score", async () => {
    const http = { type: "spindle.http", url: "https://verifier.test" };
    const services = {
      verify: async () => {
        throw new Unscored("verifier_failed", "It answered 500");
      },
    };
    expect(await graded(http, { services })).toEqual(broken("verifier_failed", "It answered 500"));
    const parts = { one: check("eq", "yes"), two: http };
    const found = await graded(multi("one", parts), { ...says("yes"), services });
    expect(found).toEqual({
      score: 1,
      parts: { one: { score: 1 }, two: broken("verifier_failed", "It answered 500") },
    });
  });
});

describe("models, people and addresses", () => {
  const input = [{ role: "user", content: "Is {{sample.output_text}} polite?" }];
  const labels = (...chances: number[]): Given => ({
    ...says("please"),
    services: {
      labelProbabilities: async ({ messages }) => {
        expect(messages).toEqual([{ role: "user", content: "Is please polite?" }]);
        return chances;
      },
    },
  });
  const answers = (text: string): Given => ({ ...says("please"), services: { complete: async () => text } });
  const people = (value: unknown): Given => ({
    sample: { callId: "call" },
    services: { humanValue: async () => value },
  });
  const verifier = (answer: unknown): Given => ({ services: { verify: async () => answer } });
  const label = {
    type: "label_model",
    model: "m",
    input,
    labels: ["good", "fair", "bad"],
    passing_labels: ["good", "fair"],
  };
  const judge = { type: "spindle.judge", model: "m", input, scores: { yes: 1, partly: 0.5, no: 0 } };
  const score = { type: "score_model", model: "m", input, range: [0, 10] };
  const human = { type: "spindle.human", queue_id: "q", field: "weave:///a/b/object/polite:v0" };
  const http = { type: "spindle.http", url: "https://verifier.test" };

  test.each<[string, Wire, Given, number]>([
    ["label_model: the passing labels' probability", label, labels(0.5, 0.25, 0.25), 0.75],
    ["spindle.judge: the mean of the scores", judge, labels(0.5, 0.3, 0.2), 0.65],
    ["score_model: a number", score, answers("7.5"), 7.5],
    ["score_model: JSON", score, answers('{"reasoning": "2 faults", "score": 8}'), 8],
    ["score_model: the last number", score, answers("Of 10 points I give 6."), 6],
    ["spindle.human: a number", human, people(4), 4],
    ["spindle.human: yes", human, people(true), 1],
    ["spindle.human: a word", { ...human, scores: { rude: -1, polite: 1 } }, people("rude"), -1],
    ["spindle.http: a reward", http, verifier({ reward: 0.25, reward_components: { a: 1 } }), 0.25],
  ])("%s", async (_, grader, given, expected) => {
    expect(await graded(grader, given)).toEqual({ score: expect.closeTo(expected, 12) });
  });

  test.each<[string, Wire, Given, string]>([
    ["no number", score, answers("rather good"), "unreadable_answer"],
    ["a number out of range", score, answers("11"), "unreadable_answer"],
    ["a word that is worth nothing", human, people("rude"), "unreadable_answer"],
    ["no stored call", human, { services: { humanValue: async () => 1 } }, "no_answer"],
    [
      "a verifier that masks",
      http,
      verifier({ mask_sample: true, failure_kind: "sandbox" }),
      "verifier_masked",
    ],
    ["a verifier without a reward", http, verifier({ reward: "1" }), "verifier_failed"],
    ["a verifier that answers nonsense", http, verifier([1]), "verifier_failed"],
  ])("masked: %s", async (_, grader, given, reason) => {
    expect(await graded(grader, given)).toMatchObject({ masked: true, reason });
  });
});

describe("what is no grader is refused where it is wrong", () => {
  test.each<[string, Wire, PropertyKey[]]>([
    ["an unknown type", { type: "python" }, ["type"]],
    ["an unknown metric", alike("cosine"), ["evaluation_metric"]],
    ["an unknown field", { ...check("eq"), pass: 1 }, []],
    ["a formula with a stranger", multi("exact + other", BOTH), ["calculate_output"]],
    ["a formula that cannot be read", multi("exact +", BOTH), ["calculate_output"]],
    ["a multi in a multi", multi("a", { a: multi("exact", BOTH) }), ["graders", "a", "type"]],
    ["a name that is a function", multi("1", { min: check("eq") }), ["graders"]],
    [
      "a passing label that is none",
      {
        type: "label_model",
        model: "m",
        input: [{ role: "user", content: "?" }],
        labels: ["a", "b"],
        passing_labels: ["c"],
      },
      ["passing_labels"],
    ],
  ])("%s", (_, grader, path) => {
    const read = z.safeDecode(Grader, grader);
    expect(read.error?.issues[0]?.path).toEqual(path);
  });

  test("a grader is written as it was read", () => {
    const wire = multi("exact", BOTH);
    expect(z.encode(Grader, z.decode(Grader, wire))).toEqual(wire);
  });
});

test("others are answered while one request compares six long texts", async () => {
  const text = "ab".repeat(20_000);
  const names = Array.from({ length: 6 }, (_, at) => `near_${at}`);
  const parts = Object.fromEntries(names.map((name) => [name, alike("fuzzy_match")]));
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  const given = says(text, { reference: [...text].reverse().join("") });
  const found = await graded(multi(names.join(" + "), parts), given);
  clearInterval(other);
  // All but one letter of each text: turned round, it begins with the other one.
  expect(found).toMatchObject({ score: expect.closeTo(6 * ((2 * 39_999) / 80_000), 9) });
  // Without turns there would be none at all: grading waits for nothing.
  expect(turns).toBeGreaterThan(20);
});
