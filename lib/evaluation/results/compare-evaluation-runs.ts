import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import type { PeopleAndJudge } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { unitsOf } from "#lib/datasets/assemble/split-units.ts";
import { blindComparison } from "#lib/evaluation/blind/blind-comparison.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { measuredRetractions } from "#lib/evaluation/measured-retractions.internal.ts";
import { answersOf, numberOf, type RunAnswer } from "#lib/evaluation/run-answers.internal.ts";
import { requireRun } from "#lib/evaluation/run-records.internal.ts";
import { humanValues, worthOf } from "#lib/evaluation/services/human-value.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { type Compared, cellOf } from "./comparison-cell.ts";
import { metricsOf } from "./metrics.ts";
import { peopleAndJudge } from "./people-and-judge.ts";

type Endpoint = typeof contract.compareEvaluationRuns;

export async function compareEvaluationRuns(
  ctx: Ctx,
  { evaluationId, runs: ids, baseline, people }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const evaluation = await requireEvaluation(ctx, evaluationId);
  if (people) requireJudge(evaluation, people.judge);
  const opened: Opened[] = [];
  for (const id of new Set(ids)) opened.push(await openCompared(ctx, evaluationId, id));
  const against = baseline === undefined ? null : await openBaseline(ctx, { evaluationId, opened, baseline });
  const all = [...opened, ...(against ? [against] : [])].flatMap(({ compared }) => compared.answers);
  const metrics = metricsOf(evaluation, all);
  const unitOf = unitsOf(all);
  const shown = opened.map(({ run }) => run.id);
  const retracted = await measuredRetractions(ctx, shown);
  const subjects: ReplyOf<Endpoint>["subjects"] = [];
  for (const { run, compared } of opened) {
    const cells: ReplyOf<Endpoint>["subjects"][number]["cells"] = [];
    for (const metric of metrics) {
      const before = against && against.run.id !== run.id ? against.compared : null;
      cells.push(cellOf(metric, compared, { baseline: before, unitOf }));
      // Thousands of rows take a while to resample.
      await othersTurn();
    }
    const joined = people ? await joinPeople(ctx, people, { compared, unitOf }) : null;
    subjects.push({ run, cells, peopleAndJudge: joined, retracted: retracted.get(run.id) ?? null });
  }
  return { metrics, subjects, blind: await blindComparison(ctx, evaluationId, shown) };
}

function requireJudge({ graders }: Evaluation, judge: string): void {
  if (graders.some(({ name }) => name === judge)) return;
  const text = `the evaluation has no grader ${judge}`;
  throw invalidAt(["body", "people", "judge"], { type: "value_error", text });
}

type Measured = { compared: Compared; unitOf: (answer: RunAnswer) => string };

/** Answers that the judge gave no score are left out, whatever people said of them. */
async function joinPeople(
  ctx: Ctx,
  { judge, ...asked }: NonNullable<InputOf<Endpoint>["people"]>,
  { compared: { answers }, unitOf }: Measured,
): Promise<PeopleAndJudge> {
  const callIds = answers.flatMap(({ callId }) => callId ?? []);
  const said = await humanValues(ctx, { ...asked, minAnswers: 1, callIds });
  return peopleAndJudge(
    answers.flatMap((answer) => {
      const score = numberOf(answer, judge);
      if (score === null) return [];
      const people = worthOf(said.get(answer.callId ?? "") ?? null);
      return { unit: unitOf(answer), judge: score, people };
    }),
  );
}

async function openCompared(
  { db, project }: Ctx,
  evaluationId: string,
  runId: string,
): Promise<{ run: EvaluationRun; compared: Compared }> {
  const run = await requireRun({ db, project }, runId);
  if (run.evaluationId !== evaluationId)
    throw new NotFound(`Evaluation run ${runId} not found; it does not exist in this evaluation`);
  return { run, compared: { answers: await answersOf(db, { projectId: project.id, runId }) } };
}

type Opened = Awaited<ReturnType<typeof openCompared>>;
type Wanted = { evaluationId: string; opened: readonly Opened[]; baseline: string };

async function openBaseline(ctx: Ctx, { evaluationId, opened, baseline }: Wanted): Promise<Opened> {
  return opened.find(({ run }) => run.id === baseline) ?? openCompared(ctx, evaluationId, baseline);
}
