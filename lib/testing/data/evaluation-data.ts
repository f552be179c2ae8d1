import { createEvaluationRuns, getEvaluationRun } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { createEvaluation, type Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { advanceRuns } from "#lib/evaluation/work/advance-runs.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { recordCalls } from "./call-data.ts";

type Place = { project: TestProject; caller: Caller };
type Row = { value: Record<string, unknown>; isHeldOut?: boolean; threadId?: string };

/** A row of a conversation that should be answered so. */
export function aRow(question: string, reference: string, more: Partial<Row> = {}): Row {
  const messages = [
    { role: "user", content: question },
    { role: "assistant", content: reference },
  ];
  return { value: { messages }, isHeldOut: true, ...more };
}

/** A dataset with one version of these rows, written without any request. */
export async function aVersionOf(
  api: Harness,
  { project, caller }: Place,
  rows: readonly Row[],
): Promise<{ datasetId: string; versionId: string }> {
  const [datasetId, versionId] = [newId(), newId()];
  const counts = {
    ...{ items: rows.length, candidates: rows.length, rejected: 0, train: 0, held_out: rows.length },
    ...{
      rejected_by: {},
      answers: 0,
      expected_wrong_share: null,
      conflicts: null,
      missing_calls: null,
      annotators: [],
      secrets: {},
    },
  };
  await api.db.query(sql`
    insert into dataset (id, project_id, name, kind, recipe, created_by)
    values (${datasetId}, ${project.id}, ${`set-${datasetId}`}, 'sft', '{"sources": []}'::json, ${caller.userId})`);
  await api.db.query(sql`
    insert into dataset_version
      (id, project_id, dataset_id, number, object_digest, table_digest, recipe, as_of, content_hash, counts, created_by)
    values (${versionId}, ${project.id}, ${datasetId}, 0, ${newId()}, ${newId()}, '{"sources": []}'::json, now(),
      ''::bytea, ${JSON.stringify(counts)}::json, ${caller.userId})`);
  for (const [position, row] of rows.entries())
    await addRow(api, { project, caller }, { versionId, position, row });
  return { datasetId, versionId };
}

type NewRow = { versionId: string; position: number; row: Row };

async function addRow(
  api: Harness,
  { project, caller }: Place,
  { versionId, position, row }: NewRow,
): Promise<void> {
  const digest = newId();
  await api.db.query(sql`
    insert into table_row (project_id, digest, val, size_bytes)
    values (${project.id}, ${digest}, ${JSON.stringify(row.value)}::json, 1)`);
  await api.db.query(sql`
    insert into dataset_row (project_id, version_id, position, row_digest, is_held_out)
    values (${project.id}, ${versionId}, ${position}::int, ${digest}, ${row.isHeldOut ?? false})`);
  if (row.threadId === undefined) return;
  const [callId = ""] = await recordCalls(api, { project, caller }, [
    { id: newId(), trace_id: newId(), thread_id: row.threadId },
  ]);
  await api.db.query(sql`
    insert into dataset_evidence (project_id, version_id, position, kind, evidence_id, content_hash)
    values (${project.id}, ${versionId}, ${position}::int, 'call', ${callId}, ''::bytea)`);
}

/** The next version of such a dataset: the first rows of version 0 and then these. */
export async function aNextVersionOf(
  api: Harness,
  { project, caller }: Place,
  { datasetId, kept, rows }: { datasetId: string; kept: number; rows: readonly Row[] },
): Promise<void> {
  const versionId = newId();
  await api.db.query(sql`
    insert into dataset_version
      (id, project_id, dataset_id, number, object_digest, table_digest, recipe, as_of, content_hash, counts, created_by)
    select ${versionId}, project_id, dataset_id, 1, ${newId()}, ${newId()}, recipe, now(), convert_to(id, 'UTF8'), counts, created_by
    from dataset_version where project_id = ${project.id} and dataset_id = ${datasetId} and number = 0`);
  await api.db.query(sql`
    insert into dataset_row (project_id, version_id, position, row_digest, is_held_out)
    select r.project_id, ${versionId}, r.position, r.row_digest, r.is_held_out
    from dataset_row r join dataset_version v on v.project_id = r.project_id and v.id = r.version_id
    where r.project_id = ${project.id} and v.dataset_id = ${datasetId} and v.number = 0 and r.position < ${kept}::int`);
  for (const [at, row] of rows.entries())
    await addRow(api, { project, caller }, { versionId, position: kept + at, row });
}

/** An evaluation over HTTP of a dataset with these rows. */
export async function anEvaluation(
  api: Harness,
  place: Place,
  { rows = [aRow("Where is my parcel?", "delivery")], graders = [] as Evaluation["graders"] } = {},
): Promise<Evaluation> {
  const { datasetId } = await aVersionOf(api, place, rows);
  const input = {
    projectId: place.project.path,
    name: `Evaluation ${newId()}`,
    datasetId,
    graders,
    sampling: { temperature: 0, maxTokens: 16 },
  };
  return (await api.call(place.caller, createEvaluation, input)).evaluation;
}

/** Runs of these subjects, not yet measured. */
export async function someRuns(
  api: Harness,
  { project, caller }: Place,
  { evaluationId, subjects, samples = 1 }: { evaluationId: string; subjects: string[]; samples?: number },
): Promise<EvaluationRun[]> {
  const input = { projectId: project.path, evaluationId, subjects, samples, seed: 1 };
  return (await api.call(caller, createEvaluationRuns, input)).runs;
}

/** The same, measured to their ends by what the worker does. */
export async function measuredRuns(
  api: Harness,
  place: Place,
  wanted: { evaluationId: string; subjects: string[]; samples?: number },
): Promise<EvaluationRun[]> {
  const runs = await someRuns(api, place, wanted);
  await measureAll(api.db);
  const input = { projectId: place.project.path };
  const read = (runId: string) => api.call(place.caller, getEvaluationRun, { ...input, runId });
  return Promise.all(runs.map(async ({ id }) => (await read(id)).run));
}

/** What the worker does until no run is due, without its pauses. */
export async function measureAll(db: Db): Promise<void> {
  for (;;) {
    await advanceRuns(db);
    const due = await db.prisma.evaluationRun.count({
      where: { state: { in: ["queued", "running"] }, nextAttemptAt: { lte: new Date() } },
    });
    if (due === 0) return;
  }
}

/** The ids on the wire of a run of the base model, written without any request; it never begins. */
export async function aRunIn(
  api: Harness,
  { project, caller }: Place,
): Promise<{ project_id: string; evaluation_id: string; run_id: string }> {
  const { datasetId, versionId } = await aVersionOf(api, { project, caller }, [aRow("Hello?", "Hello")]);
  const [evaluationId, runId] = [newId(), newId()];
  await api.db.query(sql`
    insert into evaluation (id, project_id, name, dataset_id, graders, sampling, created_by)
    values (${evaluationId}, ${project.id}, ${evaluationId}, ${datasetId}, '[]'::json, '{}'::json, ${caller.userId})`);
  await api.db.query(sql`
    insert into evaluation_run
      (id, project_id, evaluation_id, version_id, subject, samples, seed, state, total, created_by, next_attempt_at)
    values (${runId}, ${project.id}, ${evaluationId}, ${versionId}, 'spindle-mini', 1, 1, 'completed', 1,
      ${caller.userId}, now() + interval '1 day')`);
  await api.db.query(sql`
    insert into evaluation_result (project_id, run_id, position, sample, unit_keys, output, scores, is_masked)
    values (${project.id}, ${runId}, 0, 0, '{}', 'Hello', '{"exact_match": {"score": 1, "passed": true}}'::json, false)`);
  return { project_id: project.path, evaluation_id: evaluationId, run_id: runId };
}

type Written = { evaluationId: string; step: number; right: number; state?: string };

/** A run of a step as the worker leaves it: of the evaluation's rows the first so many are right. */
export async function aRunOfStep(
  api: Harness,
  { project, caller, model }: Place & { model: { id: string; name: string } },
  { evaluationId, step, right, state = "completed" }: Written,
): Promise<string> {
  const id = newId();
  await api.db.query(sql`
    insert into evaluation_run
      (id, project_id, evaluation_id, version_id, subject, model_id, step, samples, seed, state, total, created_by, ended_at)
    select ${id}, e.project_id, e.id, v.id, ${`${project.path}/${model.name}:step${step}`}, ${model.id}, ${step}::int, 1, 1,
      ${state}::run_state, (v.counts ->> 'held_out')::int, ${caller.userId}, now()
    from evaluation e join dataset_version v on v.project_id = e.project_id and v.dataset_id = e.dataset_id
    where e.id = ${evaluationId}`);
  await api.db.query(sql`
    insert into evaluation_result (project_id, run_id, position, sample, unit_keys, output, scores, is_masked)
    select n.project_id, n.id, o.position, 0, '{}', 'x', json_build_object(
      'exact_match', json_build_object('score', (o.position < ${right}::int)::int, 'passed', o.position < ${right}::int),
      'nll', json_build_object('score', 2 - ${step}::int / 10.0, 'passed', null)), false
    from evaluation_run n join dataset_row o on o.project_id = n.project_id and o.version_id = n.version_id
    where n.id = ${id}`);
  return id;
}
