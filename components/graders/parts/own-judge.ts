import { type AnnotationField, optionsOfInput } from "#components/queues/parts/annotation-field.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { QueueSource } from "#lib/contract/datasets/sources.ts";
import { judgeTemplate } from "#lib/contract/evaluation/judge-prompt.ts";
import { draftOfType, type GraderDraft } from "./grader-draft.ts";

/** A source whose rows teach a judge. */
export type JudgeSource = QueueSource & { use: "judge"; question: string; field: string };

/** What a recipe teaches a judge; null where it teaches something else. */
export function judgeSourceOf({ sources }: Pick<Recipe, "sources">): JudgeSource | null {
  return (
    sources.find((source): source is JudgeSource => source.kind === "queue" && source.use === "judge") ?? null
  );
}

/** What a judge is asked where nobody has written it yet. */
export function judgeQuestion(field: AnnotationField): string {
  const labels = labelsOf(field);
  const words = labels.length > 0 ? ` Answer with one of: ${labels.join(", ")}.` : "";
  return `${field.name.replace(/[?.!\s]+$/, "")}?${words}`;
}

/** Of two labels the good one; of grades the upper half. */
const PASSES_FROM = 0.5;

type Asked = Pick<AnnotationField, "input">;

/** The grader that asks such a judge, as its form holds it. */
export function judgeDraft(model: string, { question }: JudgeSource, field: Asked | undefined): GraderDraft {
  const messages = [{ role: "user", content: judgeTemplate(question) }];
  const draft = draftOfType("spindle.judge");
  return {
    ...draft,
    texts: {
      ...draft.texts,
      model,
      input: JSON.stringify(messages, null, 2),
      scores: JSON.stringify(worthsOf(field), null, 2),
      pass_threshold: String(PASSES_FROM),
    },
  };
}

/** The values of a question as rows have them. */
export function labelsOf({ input }: Asked): string[] {
  if (input.kind === "boolean") return ["true", "false"];
  if (input.kind === "choice") return optionsOfInput(input).map(({ value }) => value);
  if (
    input.kind === "integer" &&
    input.min !== null &&
    input.max !== null &&
    input.max - input.min < MAX_GRADES
  )
    return Array.from({ length: input.max - input.min + 1 }, (_, n) => String((input.min ?? 0) + n));
  return [];
}

const MAX_GRADES = 21;

const GOOD = ["yes", "true", "good", "correct", "right", "pass"];
const BAD = ["no", "false", "bad", "incorrect", "wrong", "fail"];

/** Grades by their place from the least to the greatest; words where each of them says that it is good or bad. What others are worth nobody but their people knows. */
export function worthsOf(field: Asked | undefined): Record<string, number | ""> {
  const labels = field ? labelsOf(field) : [];
  if (labels.length === 0) return { true: 1, false: 0 };
  if (field?.input.kind === "integer")
    return Object.fromEntries(labels.map((label, at) => [label, at / (labels.length - 1)]));
  const isPlain = labels.every((label) => isAmong(GOOD, label) || isAmong(BAD, label));
  return Object.fromEntries(labels.map((label) => [label, isPlain ? Number(isAmong(GOOD, label)) : ""]));
}

function isAmong(words: readonly string[], label: string): boolean {
  return words.includes(label.trim().toLowerCase());
}
