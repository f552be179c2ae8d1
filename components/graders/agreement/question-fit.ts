import {
  type AnnotationField,
  type FieldOption,
  KIND_LABELS,
} from "#components/queues/parts/annotation-field.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";

/**
 * How the answers to a question become yes and no for a grader: as they are; by labels that somebody has to name; or not at all, for the reason that it gives.
 */
export type QuestionFit =
  | { kind: "fits" }
  | { kind: "labels"; options: readonly FieldOption[] }
  | { kind: "unfit"; reason: string };

export function questionFit(grader: Grader, question: AnnotationField | null): QuestionFit {
  const kind = question?.input.kind;
  if (!question || kind === "boolean" || kind === "integer" || kind === "number") return { kind: "fits" };
  if (question.input.kind === "choice") {
    const { options } = question.input;
    const known = labelsOf(grader);
    const isKnown = options.every(({ value }) => known.includes(value));
    return isKnown ? { kind: "fits" } : { kind: "labels", options };
  }
  const asked = KIND_LABELS[question.input.kind];
  return {
    kind: "unfit",
    reason: `“${question.name}” is a question of the kind “${asked}”, whose answers are neither yes nor no. Choose one that is answered by yes or no, a number or one label.`,
  };
}

/** The labels of a question that were named as yes. */
export function yesAmong(options: readonly FieldOption[], yes: readonly string[]): string[] {
  return options.flatMap(({ value }) => (yes.includes(value) ? value : []));
}

/** What is wrong with the labels that mean yes; null where nothing is. */
export function yesFault(options: readonly FieldOption[], yes: readonly string[]): string | null {
  const chosen = yesAmong(options, yes).length;
  if (chosen === 0) return "Choose at least one label that means yes.";
  return chosen === options.length ? "Leave at least one label that means no." : null;
}

/** What a grader answers with, where those are labels. */
function labelsOf(grader: Grader): readonly string[] {
  if (grader.type === "label_model") return grader.labels;
  return grader.type === "spindle.judge" ? Object.keys(grader.scores) : [];
}
