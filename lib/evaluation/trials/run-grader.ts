import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { grade } from "#lib/evaluation/graders/grade.ts";
import { graderServices } from "#lib/evaluation/services/grader-services.ts";
import { requireShortPatternsOf } from "./require-short-patterns.internal.ts";
import { partsOf, shownGrade } from "./shown-grade.internal.ts";

type Endpoint = typeof contract.runGrader;

export async function runGrader(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { grader, modelSample, modelSampleTools, item } = input;
  await requireShortPatternsOf(grader);
  const sample = { outputText: modelSample, outputTools: modelSampleTools };
  const found = await grade(grader, sample, item, graderServices(ctx));
  return { ...shownGrade(grader, found), parts: partsOf(found) };
}
