import type { Ctx } from "#lib/access/context.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { circularField, type FieldRule } from "#lib/contract/annotation/field-rules.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";
import { findFieldFaults } from "#lib/traces/feedback/find-field-faults.ts";
import { findSpanFields } from "#lib/traces/feedback/find-span-fields.ts";

type SentRule = {
  fieldRef: string;
  whenRef?: string | undefined;
  whenValues: unknown[];
  defaultValue?: unknown;
};

/** The rules in the spelling that is stored. */
export function storedRules(sent: readonly SentRule[]): FieldRule[] {
  return sent.map(({ fieldRef, whenRef, whenValues, defaultValue }) => ({
    fieldRef: normalizeRef(fieldRef),
    whenRef: whenRef === undefined ? null : normalizeRef(whenRef),
    whenValues,
    defaultValue: defaultValue ?? null,
  }));
}

/** Throws where a rule is about what the queue does not ask, could never hold, or leads back to itself. */
export function requireSensibleRules(rules: readonly FieldRule[], scorerRefs: readonly string[]): void {
  const problems = [...rules.entries()].flatMap(([index, rule]) =>
    faultsOf(rule, index, { rules, scorerRefs }),
  );
  const circular = circularField(rules);
  if (circular !== null) {
    const index = rules.findIndex(({ fieldRef }) => fieldRef === circular);
    problems.push(
      at(index, "when_ref", `the condition of ${circular} leads back to itself; remove one of them`),
    );
  }
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

/** Throws where what stands in a field at first does not fit it. */
export async function requireFittingDefaults(
  { db, project }: Pick<Ctx, "db" | "project">,
  rules: readonly FieldRule[],
): Promise<void> {
  const defaults = rules.flatMap(({ fieldRef, defaultValue = null }): [string, unknown][] =>
    defaultValue === null ? [] : [[fieldRef, defaultValue]],
  );
  const faults = await findFieldFaults(db, project, new Map(defaults));
  for (const ref of await findSpanFields(
    db,
    project.id,
    defaults.map(([ref]) => ref),
  ))
    faults.set(ref, `${ref} asks for passages, which differ in each text; do not propose an answer`);
  const problems = [...rules.entries()].flatMap(([index, { fieldRef }]) => {
    const fault = faults.get(fieldRef);
    return fault === undefined ? [] : [at(index, "default_value", fault)];
  });
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

type Surroundings = { rules: readonly FieldRule[]; scorerRefs: readonly string[] };

function faultsOf(
  { fieldRef, whenRef, whenValues }: FieldRule,
  index: number,
  { rules, scorerRefs }: Surroundings,
): Problem[] {
  const strange = (ref: string) => `${ref} is not one of the queue's scorer_refs; name a field of the queue`;
  const problems: Problem[] = [];
  if (!scorerRefs.includes(fieldRef)) problems.push(at(index, "field_ref", strange(fieldRef)));
  if (rules.findIndex((rule) => rule.fieldRef === fieldRef) < index)
    problems.push(at(index, "field_ref", `${fieldRef} already has a rule; put everything in one`));
  if (whenRef === null) return problems;
  if (!scorerRefs.includes(whenRef)) problems.push(at(index, "when_ref", strange(whenRef)));
  if (whenValues.length === 0)
    problems.push(at(index, "when_values", "name at least one answer, or leave when_ref out"));
  if (whenValues.some((value) => typeof value === "object"))
    problems.push(at(index, "when_values", "each is a text, a number, true or false"));
  return problems;
}

function at(index: number, field: string, text: string): Problem {
  return problemAt(["body", "field_rules", index, field], { type: "value_error", text });
}
