import { requireFitSchema } from "#lib/compat/objects/check-schema.ts";
import { Grader, type SingleGrader } from "#lib/contract/evaluation/grader.ts";
import { faultOfVariable } from "#lib/contract/evaluation/templates/fault-of-variable.ts";
import { templatesOf, variablesIn } from "#lib/contract/evaluation/templates/grader-templates.ts";
import { UNSTORABLE, unstorablePlaces } from "#lib/contract/storable.ts";
import * as z from "#lib/contract/zod.ts";
import { InvalidRequest, Rejected } from "#lib/platform/errors.ts";
import { invalidAt, MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";

/** Throws where a grader holds text that SQL cannot read, its templates name what no sample has, or its JSON Schema is none or takes too long; the contract has checked the rest. */
export async function requireFitGrader(grader: Grader): Promise<void> {
  for (const place of unstorablePlaces(z.encode(Grader, grader)))
    throw invalidAt(["body", "grader", ...place], UNSTORABLE);
  requireFitTemplates(grader);
  if (grader.type !== "multi") return requireFitOne(grader, []);
  for (const [name, part] of Object.entries(grader.graders)) await requireFitOne(part, ["graders", name]);
}

/** Not part of the contract: what was stored before it was checked can still be read. */
function requireFitTemplates(grader: Grader): void {
  const problems = templatesOf(grader).flatMap(({ place, text }) => {
    const fault = variablesIn(text)
      .map(faultOfVariable)
      .find((one) => one !== null);
    return fault ? [problemAt(["body", "grader", ...place], { type: "value_error", text: fault })] : [];
  });
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

async function requireFitOne(grader: SingleGrader, place: readonly string[]): Promise<void> {
  if (grader.type === "spindle.json_schema")
    await requireFit(grader.schema, ["body", "grader", ...place, "schema"]);
}

async function requireFit(schema: unknown, place: string[]): Promise<void> {
  try {
    await requireFitSchema(schema, place);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    throw invalidAt(place, { type: "value_error", text: error.message.replaceAll("field_schema", "schema") });
  }
}
