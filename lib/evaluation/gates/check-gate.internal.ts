import type { Ctx } from "#lib/access/context.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import type { CheckpointGate, GateLine } from "#lib/contract/evaluation/gates.ts";
import { metricLabel } from "#lib/contract/evaluation/metric-label.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { gainOf, unitOf } from "#lib/evaluation/results/gain-of.ts";
import { answersOf } from "#lib/evaluation/run-answers.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { gainWords } from "./gain-words.ts";

type Place = Pick<Ctx, "db" | "project">;

/** Two checkpoints of a model: the one that wants the alias, and the one that has it. */
export type Steps = { readonly modelId: string; readonly candidate: number; readonly incumbent: number };

type Wanted = { role: GateLine["role"]; evaluationId: string; metric: string; least: number };

/** What each line of a gate finds of a checkpoint. */
export async function checkGate(place: Place, gate: CheckpointGate, steps: Steps): Promise<GateLine[]> {
  const { target, guards } = gate;
  const wanted: Wanted[] = [
    { role: "target", evaluationId: target.evaluationId, metric: target.metric, least: target.minGain },
    ...guards.map(({ evaluationId, metric, margin }) => ({
      role: "guard" as const,
      evaluationId,
      metric,
      least: -margin,
    })),
  ];
  const lines: GateLine[] = [];
  for (const line of wanted) lines.push(await checkLine(place, line, steps));
  return lines;
}

async function checkLine(place: Place, line: Wanted, steps: Steps): Promise<GateLine> {
  const { role, evaluationId, metric, least } = line;
  const evaluation = await requireEvaluation(place, evaluationId);
  const facts = { role, evaluationId, evaluationName: evaluation.name, metric };
  const found = await measuredOf(place, evaluation, steps);
  if ("missing" in found)
    return {
      ...facts,
      passed: false,
      gain: null,
      finding: `step ${found.missing} has no completed run of “${evaluation.name}”`,
    };
  const unit = unitOf(evaluation, metric, found);
  const gain = gainOf(evaluation, metric, found);
  const { value = null, low = null } = gain ?? {};
  if (gain === null || unit === null || low === null || value === null)
    return {
      ...facts,
      passed: false,
      // Both were measured, which is what null would deny.
      gain: gain ?? NOTHING_GAINED,
      finding: `too few rows of “${evaluation.name}” have ${metricLabel(metric)} of both`,
    };
  const words = gainWords({ ...gain, value, low }, unit, least);
  const base = found.base === null ? "" : `; step ${BASE_STEP} measured as ${found.base}`;
  const finding = `${metricLabel(metric)} of “${evaluation.name}”: ${words}${base}`;
  return { ...facts, passed: low > least, gain, finding };
}

const NOTHING_GAINED = { value: null, low: null, high: null, n: 0, method: "paired_bootstrap" } as const;

async function measuredOf(place: Place, evaluation: Evaluation, { modelId, candidate, incumbent }: Steps) {
  const answers = [];
  let base: string | null = null;
  for (const step of [candidate, incumbent]) {
    const run = await newestRun(place, evaluation, { modelId, step });
    if (!run) return { missing: step };
    if (run.subject.modelId === null) base = run.subject.name;
    answers.push(await answersOf(place.db, { projectId: place.project.id, runId: run.id }));
  }
  const [ofCandidate = [], ofIncumbent = []] = answers;
  return { candidate: ofCandidate, incumbent: ofIncumbent, base };
}

type Subject = { modelId: string; step: number };

const BASE_STEP = 0;

/** Of a step. Step 0 answers as its base model does, with an adapter that changes nothing or without weights of its own, so that what was measured of that counts as well. */
async function newestRun(
  place: Place,
  { id }: Evaluation,
  { modelId, step }: Subject,
): Promise<EvaluationRun | undefined> {
  const isOfBase = sql`
    ${step}::int = ${BASE_STEP}::int and n.model_id is null and n.subject = (
      select m.base_model from model m where m.project_id = n.project_id and m.id = ${modelId})`;
  const wanted = sql`
    n.evaluation_id = ${id} and n.state = 'completed'
    and ((n.model_id = ${modelId} and n.step = ${step}::int) or (${isOfBase}))`;
  const [run] = await findRuns(place, wanted, { limit: 1 });
  return run;
}
