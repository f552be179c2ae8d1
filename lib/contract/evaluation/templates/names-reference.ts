import type { Grader } from "../grader.ts";
import { stepsOf, templatesOf, variablesIn } from "./grader-templates.ts";

/** Whether a grader can score nothing where the row has no reference: a template of its own, or of a part that its formula reads, names it. */
export function namesReference(grader: Grader): boolean {
  return templatesOf(grader).some(({ counts, text }) => counts && variablesIn(text).some(isOfReference));
}

/** Whether a variable is the reference of a row, or something in it. */
export function isOfReference(path: string): boolean {
  const [root, column] = stepsOf(path);
  return root === "item" && column === "reference";
}
