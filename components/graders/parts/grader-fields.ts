import { type GraderType, SIMILARITY_METRICS, STRING_OPERATIONS } from "#lib/contract/evaluation/grader.ts";

/** What people enter of a grader: each text field of a type, by its name on the wire. */
export type GraderField = {
  key: string;
  label: string;
  help?: string;
  /** `prompt` and `worths` are JSON as well, of a form that people can fill in: messages, and numbers by name. */
  kind: "template" | "text" | "model" | "choice" | "number" | "lines" | "json" | "prompt" | "worths";
  options?: readonly { value: string; label: string }[];
  /** What it holds at first. */
  initial: string;
  /** Left out where it is empty. */
  isOptional?: boolean;
};

const VARIABLES = "{{item.…}} and {{sample.output_text}} stand for values.";
const INPUT: GraderField = {
  key: "input",
  label: "What is graded",
  help: VARIABLES,
  kind: "template",
  initial: "{{sample.output_text}}",
};
const REFERENCE: GraderField = {
  key: "reference",
  label: "What it is compared with",
  kind: "template",
  initial: "{{item.reference}}",
};
const MODEL: GraderField = {
  key: "model",
  label: "Model",
  help: "A base model, a checkpoint of one of yours, or a model of an upstream.",
  kind: "model",
  initial: "spindle-mini",
};
const MESSAGES: GraderField = {
  key: "input",
  label: "What the model is asked",
  kind: "prompt",
  initial: JSON.stringify(
    [
      {
        role: "user",
        content: "Question: {{item.question}}\n\nAnswer: {{sample.output_text}}\n\nIs the answer polite?",
      },
    ],
    null,
    2,
  ),
};
const THRESHOLD: GraderField = {
  key: "pass_threshold",
  label: "Passes from",
  help: "The lowest passing score. Leave empty for none.",
  kind: "number",
  initial: "",
  isOptional: true,
};

const OPERATIONS: { [O in (typeof STRING_OPERATIONS)[number]]: string } = {
  eq: "is the same",
  ne: "is something else",
  like: "contains it",
  ilike: "contains it, whatever the case",
};
const PICKS = [
  { value: "last", label: "the last number" },
  { value: "first", label: "the first number" },
  { value: "only", label: "the whole text, which must be a number" },
];
const MATCHES = [
  { value: "subset", label: "and perhaps others" },
  { value: "exact", label: "and no others" },
];

/** What `{{…}}` can stand for in what a model is asked. */
export const PLACEHOLDERS: readonly { mark: string; means: string }[] = [
  { mark: "{{sample.output_text}}", means: "the answer that is graded" },
  { mark: "{{sample.answer}}", means: "the answer with its tool calls" },
  { mark: "{{item.conversation}}", means: "what was said before it" },
  { mark: "{{item.question}}", means: "the last question" },
  { mark: "{{item.reference}}", means: "what a good answer says" },
];

/** Whether what is entered is JSON. */
export function isJsonKind(kind: GraderField["kind"]): boolean {
  return kind === "json" || kind === "prompt" || kind === "worths";
}

type TypeFacts = { label: string; help: string; fields: readonly GraderField[] };

export const GRADER_FACTS: { [T in GraderType]: TypeFacts } = {
  string_check: {
    label: "Text check",
    help: "1 where the answer is, or contains, a text; else 0.",
    fields: [
      INPUT,
      {
        key: "operation",
        label: "Passes if it",
        kind: "choice",
        options: STRING_OPERATIONS.map((value) => ({ value, label: OPERATIONS[value] })),
        initial: "eq",
      },
      REFERENCE,
    ],
  },
  text_similarity: {
    label: "Text similarity",
    help: "How alike the answer and a reference are, from 0 to 1.",
    fields: [
      INPUT,
      REFERENCE,
      {
        key: "evaluation_metric",
        label: "Measure",
        kind: "choice",
        options: SIMILARITY_METRICS.map((value) => ({ value, label: value })),
        initial: "rouge_l",
      },
      THRESHOLD,
    ],
  },
  "spindle.number_match": {
    label: "Number",
    help: "1 where the answer's number is near enough to that of the reference, or to the last of several; else 0.",
    fields: [
      INPUT,
      { key: "pick", label: "Which number counts", kind: "choice", options: PICKS, initial: "last" },
      REFERENCE,
      { key: "tolerance", label: "May be off by", kind: "number", initial: "0" },
      { key: "relative_tolerance", label: "Or by this share", kind: "number", initial: "0" },
    ],
  },
  "spindle.json_schema": {
    label: "JSON Schema",
    help: "1 where the answer is JSON that fits a schema; else 0.",
    fields: [
      INPUT,
      {
        key: "schema",
        label: "JSON Schema",
        kind: "json",
        initial: JSON.stringify({ type: "object", required: ["answer"] }, null, 2),
      },
    ],
  },
  "spindle.tool_call": {
    label: "Tool call",
    help: "1 where the answer calls a tool with these arguments; else 0.",
    fields: [
      { key: "tool", label: "Name of the tool", kind: "template", initial: "" },
      {
        key: "arguments",
        label: "Arguments",
        help: "A JSON object. Leave it empty for any.",
        kind: "json",
        initial: "",
        isOptional: true,
      },
      { key: "match", label: "With these arguments", kind: "choice", options: MATCHES, initial: "subset" },
    ],
  },
  label_model: {
    label: "Model: labels",
    help: "The probability that a model gives to the passing labels.",
    fields: [
      MODEL,
      MESSAGES,
      { key: "labels", label: "Labels", help: "One per line.", kind: "lines", initial: "yes\nno" },
      {
        key: "passing_labels",
        label: "Labels that pass",
        help: "One per line.",
        kind: "lines",
        initial: "yes",
      },
      THRESHOLD,
    ],
  },
  score_model: {
    label: "Model: score",
    help: "The number that a model answers with.",
    fields: [
      MODEL,
      MESSAGES,
      { key: "range", label: "Least and greatest score", help: "As JSON.", kind: "json", initial: "[0,1]" },
      {
        key: "sampling_params",
        label: "Sampling",
        help: "As JSON.",
        kind: "json",
        initial: "",
        isOptional: true,
      },
      THRESHOLD,
    ],
  },
  "spindle.judge": {
    label: "Model: judge",
    help: "What a model's labels are worth, by how probable they are.",
    fields: [
      MODEL,
      MESSAGES,
      {
        key: "scores",
        label: "What each label is worth",
        help: "1 for a label that says that the answer is good, 0 for one that says that it is bad, or something between. The score is what the labels are worth, by how probable the model finds each.",
        kind: "worths",
        initial: JSON.stringify({ yes: 1, partly: 0.5, no: 0 }, null, 2),
      },
      THRESHOLD,
    ],
  },
  "spindle.human": {
    label: "People",
    help: "What people answered about the call in a queue. Only stored calls can be graded.",
    fields: [
      { key: "queue_id", label: "Id of the queue", kind: "text", initial: "" },
      { key: "field", label: "Reference of the question", kind: "text", initial: "" },
      { key: "min_answers", label: "Answers that are needed", kind: "number", initial: "1" },
      {
        key: "scores",
        label: "What each answer is worth",
        help: "1 for an answer that says that it is good, 0 for one that says that it is bad, or something between. Leave it empty for numbers, and for yes and no.",
        kind: "worths",
        initial: "",
        isOptional: true,
      },
      THRESHOLD,
    ],
  },
  "spindle.http": {
    label: "Address",
    help: "The reward that an address of yours answers with. Requests are signed as Standard Webhooks.",
    fields: [
      { key: "url", label: "Address", help: "https, and public.", kind: "text", initial: "https://" },
      { key: "timeout_seconds", label: "Seconds to answer", kind: "number", initial: "30" },
      THRESHOLD,
    ],
  },
  multi: {
    label: "Formula",
    help: "Arithmetic over the scores of several graders.",
    fields: [
      {
        key: "graders",
        label: "Graders by name",
        help: "A JSON object of graders, each in the form in which the API takes them.",
        kind: "json",
        initial: JSON.stringify(
          {
            exact: {
              type: "string_check",
              input: "{{sample.output_text}}",
              reference: "{{item.reference}}",
              operation: "eq",
            },
          },
          null,
          2,
        ),
      },
      {
        key: "calculate_output",
        label: "Formula",
        help: "Names, numbers, + - * / ^ ( ), min, max, abs, floor, ceil, exp, sqrt, log.",
        kind: "text",
        initial: "exact",
      },
      THRESHOLD,
    ],
  },
};
