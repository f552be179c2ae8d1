import { readFormula } from "#lib/contract/evaluation/formula.ts";
import type { Grader, Multi, SingleGrader } from "#lib/contract/evaluation/grader.ts";
import { askPeople } from "./ask-people.internal.ts";
import { askVerifier } from "./ask-verifier.internal.ts";
import { checkString } from "./check-string.internal.ts";
import { compareTexts } from "./compare-texts.internal.ts";
import { type Grade, isMasked, Unscored } from "./grade-result.ts";
import { judgeSample, labelSample, scoreSample } from "./judge-sample.internal.ts";
import { matchNumber } from "./match-number.internal.ts";
import { matchSchema } from "./match-schema.internal.ts";
import { matchToolCall } from "./match-tool-call.internal.ts";
import { type Variables, variablesOf } from "./render-template.ts";
import type { Item, Sample } from "./sample.ts";
import type { GraderServices } from "./services.ts";

/** Scores a sample. A grader that cannot do so masks it, and says why; only a caller who leaves ends it with an error. */
export async function grade(
  grader: Grader,
  sample: Sample,
  item: Item,
  services: GraderServices,
): Promise<Grade> {
  const ask = { sample, variables: variablesOf(sample, item), services };
  return grader.type === "multi" ? gradeByFormula(grader, ask) : gradeOne(grader, ask);
}

type Ask = { readonly sample: Sample; readonly variables: Variables; readonly services: GraderServices };

async function gradeOne(grader: SingleGrader, ask: Ask): Promise<Grade> {
  try {
    return scored(await scoreOf(grader, ask));
  } catch (error) {
    if (error instanceof Unscored) return masked(error);
    throw error;
  }
}

function scoreOf(grader: SingleGrader, { sample, variables, services }: Ask): number | Promise<number> {
  switch (grader.type) {
    case "string_check":
      return checkString(grader, variables);
    case "text_similarity":
      return compareTexts(grader, variables);
    case "spindle.number_match":
      return matchNumber(grader, variables);
    case "spindle.json_schema":
      return matchSchema(grader, variables);
    case "spindle.tool_call":
      return matchToolCall(grader, variables);
    case "label_model":
      return labelSample(grader, variables, services);
    case "score_model":
      return scoreSample(grader, variables, services);
    case "spindle.judge":
      return judgeSample(grader, variables, services);
    case "spindle.human":
      return askPeople(grader, sample, services);
    case "spindle.http":
      return askVerifier(grader, variables, services);
  }
}

/** The formula of the parts' scores; a part without one leaves the whole without one. */
async function gradeByFormula({ graders, calculateOutput }: Multi, ask: Ask): Promise<Grade> {
  const entries = await Promise.all(
    Object.entries(graders).map(async ([name, part]) => [name, await gradeOne(part, ask)] as const),
  );
  const parts = Object.fromEntries(entries);
  const formula = readFormula(calculateOutput);
  const scores = new Map<string, number>();
  for (const [name, part] of entries)
    if (!isMasked(part)) scores.set(name, part.score);
    else if (formula.names.includes(name))
      return {
        ...masked(new Unscored("part_masked", `${name}: ${part.detail}`)),
        ...{ parts, cause: part.reason },
      };
  return { ...scored(formula.value(scores)), parts };
}

function scored(score: number): Grade {
  if (Number.isFinite(score)) return { score };
  return masked(new Unscored("not_finite", `The score would be ${score}`));
}

function masked({ reason, message }: Unscored): Grade {
  return { masked: true, reason, detail: message };
}
