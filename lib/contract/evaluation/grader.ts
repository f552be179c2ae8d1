import { type Fault, refuseUnless, refuseWith } from "#lib/contract/fault.ts";
import {
  anyJson,
  dict,
  dictOf,
  finiteNumber,
  identifier,
  integer,
  isDict,
  label,
  list,
  oneOf,
  present,
  text,
} from "#lib/contract/fields.ts";
import { closedObject, maybe, oneOfKinds, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { FormulaFault, FUNCTION_NAMES, readFormula } from "./formula.ts";

/**
 * What scores a sample. `string_check`, `text_similarity`, `label_model`, `score_model` and `multi` have the shapes of OpenAI's graders; those
 * with the prefix `spindle.` are ours. Texts are templates with `{{item.…}}` and `{{sample.…}}`.
 */

export const STRING_OPERATIONS = ["eq", "ne", "like", "ilike"] as const;
/** Without those that need a model or a dictionary: `cosine` and `meteor`. */
export const SIMILARITY_METRICS = [
  "fuzzy_match",
  "bleu",
  "gleu",
  "rouge_1",
  "rouge_2",
  "rouge_3",
  "rouge_4",
  "rouge_5",
  "rouge_l",
] as const;
export type SimilarityMetric = (typeof SIMILARITY_METRICS)[number];

export const SAMPLE_TEXT = "{{sample.output_text}}";

const MAX_LABELS = 100;
const template = text({ max: 100_000 });
const name = maybe(label(128));
const passThreshold = maybe(finiteNumber);
const nonNegative = finiteNumber.check(
  refuseUnless((value) => value >= 0, { type: "greater_than_equal", bound: 0 }),
);

function wrong(path: string, text: string): Fault {
  return { type: "value_error", text, path: [path] };
}

const StringCheck = closedObject({
  type: oneOf(["string_check"]),
  name,
  input: template,
  reference: template,
  /** Equal, not equal, contains, contains without regard to case. */
  operation: oneOf(STRING_OPERATIONS),
});
export type StringCheck = z.output<typeof StringCheck>;

const TextSimilarity = closedObject({
  type: oneOf(["text_similarity"]),
  name,
  input: template,
  reference: template,
  evaluationMetric: oneOf(SIMILARITY_METRICS),
  passThreshold,
});
export type TextSimilarity = z.output<typeof TextSimilarity>;

const NumberMatch = closedObject({
  type: oneOf(["spindle.number_match"]),
  name,
  input: withDefault(template, SAMPLE_TEXT),
  /** A number, or a text whose last number is compared with, such as a worked solution. */
  reference: template,
  /** How far from the reference the number may be, in itself or as a share of the reference; the larger of the two holds. */
  tolerance: withDefault(nonNegative, 0),
  relativeTolerance: withDefault(nonNegative, 0),
  /** Which number of the text counts; `only` wants the text to be one number. */
  pick: withDefault(oneOf(["last", "first", "only"]), "last"),
});
export type NumberMatch = z.output<typeof NumberMatch>;

const JsonSchemaMatch = closedObject({
  type: oneOf(["spindle.json_schema"]),
  name,
  input: withDefault(template, SAMPLE_TEXT),
  schema: dict,
});
export type JsonSchemaMatch = z.output<typeof JsonSchemaMatch>;

const ToolCallMatch = closedObject({
  type: oneOf(["spindle.tool_call"]),
  name,
  /** The name of the function that must be called. */
  tool: template,
  /** What it must be called with: an object whose texts are templates, or a template that gives one as JSON. Absent: with anything. */
  arguments: maybe(anyJson),
  /** Whether further arguments are allowed. */
  match: withDefault(oneOf(["exact", "subset"]), "subset"),
});
export type ToolCallMatch = z.output<typeof ToolCallMatch>;

const InputMessage = closedObject({
  role: oneOf(["system", "developer", "user", "assistant"]),
  content: template,
});
const input = list(InputMessage, { min: 1, max: 100 });
const model = identifier(1024);

const LabelModel = closedObject(
  {
    type: oneOf(["label_model"]),
    name,
    model,
    input,
    labels: list(label(200), { min: 2, max: MAX_LABELS }),
    passingLabels: list(label(200), { min: 1, max: MAX_LABELS }),
    passThreshold,
  },
  refuseUnless(
    ({ labels }) => new Set(labels).size === labels.length && !labels.includes(""),
    wrong("labels", "each label is a text of its own"),
  ),
  refuseUnless(
    ({ labels, passingLabels }) => passingLabels.every((passing) => labels.includes(passing)),
    wrong("passing_labels", "each passing label must be one of labels"),
  ),
);
export type LabelModel = z.output<typeof LabelModel>;

function between(low: number, high: number) {
  return finiteNumber.check(
    refuseUnless((value) => value >= low, { type: "greater_than_equal", bound: low }),
    refuseUnless((value) => value <= high, { type: "less_than_equal", bound: high }),
  );
}

const SamplingParams = closedObject({
  temperature: maybe(between(0, 2)),
  topP: maybe(between(0, 1)),
  seed: maybe(integer()),
  maxCompletionTokens: maybe(integer({ min: 1 })),
});

const ScoreModel = closedObject(
  {
    type: oneOf(["score_model"]),
    name,
    model,
    input,
    /** The least and the greatest score. */
    range: withDefault(list(finiteNumber, { min: 2, max: 2 }), [0, 1]),
    samplingParams: maybe(SamplingParams),
    passThreshold,
  },
  refuseUnless(
    ({ range: [low = 0, high = 0] }) => low < high,
    wrong("range", "the first number must be less than the second"),
  ),
);
export type ScoreModel = z.output<typeof ScoreModel>;

/** A model that gives labels, each of which is worth a score; the score is the mean by the labels' probabilities. */
const Judge = closedObject(
  {
    type: oneOf(["spindle.judge"]),
    name,
    model,
    input,
    scores: dictOf(finiteNumber, MAX_LABELS),
    passThreshold,
  },
  refuseUnless(
    ({ scores }) => Object.keys(scores).length >= 2 && !Object.hasOwn(scores, ""),
    wrong("scores", "name at least two labels with their scores"),
  ),
);
export type Judge = z.output<typeof Judge>;

/** What people said of the sample's call in a queue. */
const Human = closedObject({
  type: oneOf(["spindle.human"]),
  name,
  queueId: identifier(),
  /** Reference of the queue's field, in any of its versions. */
  field: identifier(1024),
  minAnswers: withDefault(integer({ min: 1, max: 1000 }), 1),
  /** What a value is worth; numbers are worth themselves, true is 1 and false is 0 where nothing is said. */
  scores: maybe(dictOf(finiteNumber, MAX_LABELS)),
  passThreshold,
});
export type Human = z.output<typeof Human>;

const Http = closedObject({
  type: oneOf(["spindle.http"]),
  name,
  url: identifier(2048),
  timeoutSeconds: withDefault(integer({ min: 1, max: 60 }), 30),
  passThreshold,
});
export type Http = z.output<typeof Http>;

export type SingleGrader =
  | StringCheck
  | TextSimilarity
  | NumberMatch
  | JsonSchemaMatch
  | ToolCallMatch
  | LabelModel
  | ScoreModel
  | Judge
  | Human
  | Http;

const SINGLE = {
  string_check: StringCheck,
  text_similarity: TextSimilarity,
  label_model: LabelModel,
  score_model: ScoreModel,
  "spindle.number_match": NumberMatch,
  "spindle.json_schema": JsonSchemaMatch,
  "spindle.tool_call": ToolCallMatch,
  "spindle.judge": Judge,
  "spindle.human": Human,
  "spindle.http": Http,
} as const satisfies Record<SingleGrader["type"], z.Schema<SingleGrader>>;

const MAX_PARTS = 20;
const PART_NAME = /^[A-Za-z_]\w*$/;

const Multi = closedObject(
  {
    type: oneOf(["multi"]),
    name,
    /** By the name that the formula has for their scores. */
    graders: partsByName(),
    calculateOutput: text({ min: 1, max: 2000 }),
    passThreshold,
  },
  refuseWith(({ graders, calculateOutput }) => {
    const fault = faultOfFormula(calculateOutput, Object.keys(graders));
    return fault === null ? null : wrong("calculate_output", fault);
  }),
);
export type Multi = z.output<typeof Multi>;

export type Grader = SingleGrader | Multi;
export type GraderType = Grader["type"];

export const Grader: z.Schema<Grader> = oneOfKinds<Grader>({ ...SINGLE, multi: Multi }, "type");
export const GRADER_TYPES: readonly GraderType[] = [
  ...(Object.keys(SINGLE) as SingleGrader["type"][]),
  "multi",
];

/** A map of graders; also a list of them, or one, whose own names count then. */
function partsByName(): z.Schema<Record<string, SingleGrader>> {
  const map = dictOf<SingleGrader>(oneOfKinds<SingleGrader>(SINGLE, "type"), MAX_PARTS).check(
    refuseUnless((parts) => Object.keys(parts).length > 0, {
      type: "value_error",
      text: "name at least one grader",
    }),
    refuseUnless((parts) => Object.keys(parts).every(isPartName), {
      type: "value_error",
      text: `each grader needs a name of its own, of letters, digits and underscores, and none of ${FUNCTION_NAMES.join(", ")}`,
    }),
  );
  return z.codec(present({ type: "object", additionalProperties: true }), map, {
    decode: (given) => {
      const listed = Array.isArray(given) ? given : isDict(given) && "type" in given ? [given] : null;
      if (!listed) return given;
      const names = listed.map((part) => (isDict(part) && typeof part.name === "string" ? part.name : ""));
      // Under the name that none may have, so that what has no name of its own is refused.
      const ownName = (name: string, at: number) => (names.indexOf(name) === at ? name : "");
      return Object.fromEntries(listed.map((part, at) => [ownName(names[at] ?? "", at), part]));
    },
    encode: (parts) => parts,
  }) as z.Schema<Record<string, SingleGrader>>;
}

function isPartName(key: string): boolean {
  return PART_NAME.test(key) && !FUNCTION_NAMES.includes(key);
}

/** What is wrong with a formula over these names, as a sentence; null where nothing is. */
export function faultOfFormula(formula: string, names: readonly string[]): string | null {
  try {
    const strange = readFormula(formula).names.find((needed) => !names.includes(needed));
    return strange === undefined ? null : `${strange} is not one of the graders (${names.join(", ")})`;
  } catch (error) {
    if (error instanceof FormulaFault) return error.message;
    throw error;
  }
}
