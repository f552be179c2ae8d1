import { createHash } from "node:crypto";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import {
  answerKey,
  answersOf,
  isMaskedIn,
  passedOf,
  type RunAnswer,
} from "#lib/evaluation/run-answers.internal.ts";
import { requireRun } from "#lib/evaluation/run-records.internal.ts";
import { readScores, shownScores } from "#lib/evaluation/score.internal.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { columns, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { InvalidRequest, NotFound } from "#lib/platform/errors.ts";
import { changeOf } from "./change-of.ts";
import { isKnownMetric, metricsOf } from "./metrics.ts";
import { keysWithText, placeKey } from "./results-with-text.ts";

type Endpoint = typeof contract.queryEvaluationResults;
type Input = InputOf<Endpoint>;
type Result = ReplyOf<Endpoint>["results"][number];

export async function queryEvaluationResults(ctx: Ctx, input: Input): Promise<ReplyOf<Endpoint>> {
  const run = await requireRun(ctx, input.runId);
  const evaluation = await requireEvaluation(ctx, run.evaluationId);
  requireWhole(evaluation, input);
  const baseline = input.baseline === undefined ? null : await requireBaseline(ctx, run, input.baseline);
  const projectId = ctx.project.id;
  const answers = await answersOf(ctx.db, { projectId, runId: run.id });
  const earlier = baseline ? await answersOf(ctx.db, { projectId, runId: baseline.id }) : [];
  const before = new Map(earlier.map((answer) => [answerKey(answer), answer]));
  const said = input.text === undefined ? null : await keysWithText(ctx, run, input.text);
  const filtered = answers.filter(
    (answer) =>
      (said === null || said.has(placeKey(answer))) && keeps(evaluation, { answers, before, input }, answer),
  );
  const kept = input.draw === undefined ? filtered : drawn(filtered, run.id, input.draw);
  const page = kept.slice(input.offset, input.offset + input.limit);
  const own = await storedOf(ctx, run.id, page);
  const theirs = baseline
    ? await storedOf(
        ctx,
        baseline.id,
        page.flatMap((answer) => before.get(answerKey(answer)) ?? []),
      )
    : new Map<string, Stored>();
  return {
    totalCount: kept.length,
    results: page.flatMap((answer) => {
      const stored = own.get(answerKey(answer));
      return stored ? resultOf(stored, theirs.get(answerKey(answer)) ?? null) : [];
    }),
  };
}

/** By a hash of run, row and sample, so that a second draw has what the first one had. */
function drawn(answers: readonly RunAnswer[], runId: string, count: number): RunAnswer[] {
  const placed = answers.map((answer) => {
    const place = createHash("sha256").update(`${runId} ${answer.position} ${answer.sample}`).digest("hex");
    return { answer, place };
  });
  return placed
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, count)
    .map(({ answer }) => answer);
}

function requireWhole(evaluation: Evaluation, { metric, filter, baseline }: Input): void {
  const missing =
    filter !== undefined && metric === undefined
      ? "metric"
      : (filter === "fixed" || filter === "broken") && baseline === undefined
        ? "baseline"
        : null;
  if (missing !== null)
    throw new InvalidRequest([{ type: "missing", loc: ["body", missing], msg: "Field required" }]);
  if (metric !== undefined && !isKnownMetric(evaluation, metric))
    throw new InvalidRequest([
      {
        type: "value_error",
        loc: ["body", "metric"],
        msg: `Value error, the evaluation does not measure ${metric}`,
      },
    ]);
}

async function requireBaseline(ctx: Ctx, run: EvaluationRun, baseline: string): Promise<EvaluationRun> {
  const found = await requireRun(ctx, baseline);
  if (found.evaluationId !== run.evaluationId)
    throw new NotFound(`Evaluation run ${baseline} not found; it does not exist in this evaluation`);
  return found;
}

type Known = { answers: readonly RunAnswer[]; before: ReadonlyMap<string, RunAnswer>; input: Input };

function keeps(evaluation: Evaluation, { answers, before, input }: Known, answer: RunAnswer): boolean {
  const { filter, metric } = input;
  if (filter === undefined || metric === undefined) return true;
  if (filter === "masked") return isMaskedIn(answer, metric);
  if (filter === "failed" || filter === "passed") return passedOf(answer, metric) === (filter === "passed");
  const earlier = before.get(answerKey(answer));
  const facts = metricsOf(evaluation, answers).find(({ name }) => name === metric);
  return facts !== undefined && earlier !== undefined && changeOf(answer, earlier, facts) === filter;
}

const STORED = columns({
  ...of(
    "evaluation_result s",
    "position",
    "sample",
    "callId",
    "output",
    "error",
    "latencyMs",
    "completionTokens",
  ),
  ...of("dataset_row r", "rowDigest"),
  scores: json(sql`s.scores`),
  row: json(sql`t.val`),
});
type Stored = RowOf<typeof STORED>;

async function storedOf(
  { db, project }: Ctx,
  runId: string,
  answers: readonly RunAnswer[],
): Promise<Map<string, Stored>> {
  const rows = await db.query(sql`
    select ${STORED}
    from unnest(${answers.map(({ position }) => position)}::int[], ${answers.map(({ sample }) => sample)}::int[])
      as w (position, sample)
    join evaluation_result s on s.project_id = ${project.id} and s.run_id = ${runId}
      and s.position = w.position and s.sample = w.sample
    join evaluation_run n on n.project_id = s.project_id and n.id = s.run_id
    join dataset_row r on r.project_id = n.project_id and r.version_id = n.version_id and r.position = s.position
    join table_row t on t.project_id = r.project_id and t.digest = r.row_digest`);
  return new Map(rows.map((row) => [answerKey(row), row]));
}

function resultOf(stored: Stored, baseline: Stored | null): Result {
  const read = measuredRow(stored.row);
  return {
    position: stored.position,
    sample: stored.sample,
    prompt: read?.prompt ?? [],
    reference: read?.reference ?? null,
    ...answerOf(stored),
    latencyMs: stored.latencyMs,
    completionTokens: stored.completionTokens,
    baseline: baseline && answerOf(baseline),
  };
}

function answerOf({ callId, output, error, scores }: Stored): NonNullable<Result["baseline"]> {
  return { callId, output, error, scores: shownScores(readScores(scores)) };
}
