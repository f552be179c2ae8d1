import { isDict } from "#lib/contract/fields.ts";
import { readFormula } from "./formula.ts";
import type { Grader, SingleGrader } from "./grader.ts";

const REFERENCE = /\{\{\s*item\.reference\s*(?:[.[][^{}]*)?\}\}/;

/** Whether a grader can score nothing where the row has no reference: a template of its own, or of a part that its formula reads, names it. */
export function namesReference(grader: Grader): boolean {
  return partsOf(grader).some((part) => templatesOf(part).some((template) => REFERENCE.test(template)));
}

function partsOf(grader: Grader): SingleGrader[] {
  if (grader.type !== "multi") return [grader];
  const { names } = readFormula(grader.calculateOutput);
  return Object.entries(grader.graders).flatMap(([name, part]) => (names.includes(name) ? [part] : []));
}

function templatesOf(grader: SingleGrader): string[] {
  switch (grader.type) {
    case "string_check":
    case "text_similarity":
    case "spindle.number_match":
      return [grader.input, grader.reference];
    case "spindle.json_schema":
      return [grader.input];
    case "spindle.tool_call":
      return [grader.tool, ...textsIn(grader.arguments)];
    case "label_model":
    case "score_model":
    case "spindle.judge":
      return grader.input.map(({ content }) => content);
    // People and verifiers are shown what there is.
    case "spindle.human":
    case "spindle.http":
      return [];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isDict(value) ? Object.values(value).flatMap(textsIn) : [];
}
