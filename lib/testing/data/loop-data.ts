import type { InputOf } from "#lib/contract/endpoint.ts";
import { type LoopRun, queryLoopRuns } from "#lib/contract/loops/loop-runs.ts";
import { createLoop, getLoop, type Loop } from "#lib/contract/loops/loops.ts";
import { advanceLoops } from "#lib/evaluation/loop-work/advance-loops.ts";
import { advanceRuns } from "#lib/evaluation/work/advance-runs.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { aDatasetIn } from "./dataset-data.ts";
import { aVersionOf } from "./evaluation-data.ts";
import { aJobIn, aModelIn, someCheckpoints } from "./model-data.ts";

type Place = { project: TestProject; caller: Caller };
type Settings = InputOf<typeof createLoop>;

/** A loop over HTTP that begins once a month, which is never in a test. */
export async function aLoop(
  api: Harness,
  { project, caller }: Place,
  settings: Pick<Settings, "datasetId" | "train"> & Partial<Settings>,
): Promise<Loop> {
  const rest = { name: "Round and round", when: { kind: "hours" as const, hours: 744 }, maxJobs: 4 };
  const input = { ...rest, projectId: project.path, isPaused: false, ...settings };
  return (await api.call(caller, createLoop, input)).loop;
}

export async function readLoop(api: Harness, { project, caller }: Place, loopId: string): Promise<Loop> {
  return (await api.call(caller, getLoop, { projectId: project.path, loopId })).loop;
}

export async function runsOf(api: Harness, { project, caller }: Place, loopId: string): Promise<LoopRun[]> {
  const asked = { projectId: project.path, loopId, limit: 50, offset: 0 };
  return (await api.call(caller, queryLoopRuns, asked)).runs;
}

/** What the worker does for the loops of this project, once and without its pauses; those of others wait. */
export async function advanceLoopsOnce(
  api: Harness,
  { project }: Pick<Place, "project">,
  db: Db = api.db,
): Promise<void> {
  await api.db.query(sql`
    update loop_run set next_attempt_at = case when project_id = ${project.id} then now() else now() + interval '1 day' end
    where state in ('queued', 'running')`);
  await advanceRuns(api.db);
  await advanceLoops(db);
}

/** The time of a loop has come. */
export async function makeDue(api: Harness, loopId: string): Promise<void> {
  await api.db.query(sql`update loop set next_at = now() where id = ${loopId}`);
}

/** The ids on the wire of a loop that never begins, with a run that waits, and of what both are made of. */
export async function aLoopIn(
  api: Harness,
  place: Place,
): Promise<{ project_id: string; loop_id: string; run_id: string; dataset_id: string; model_id: string }> {
  const { project, caller } = place;
  const { project_id, dataset_id } = await aDatasetIn(api, place);
  const model = await aModelIn(api, place);
  const [loopId, runId] = [newId(), newId()];
  const train = JSON.stringify({ kind: "sft", model_id: model.id, start: "newest" });
  await api.db.query(sql`
    insert into loop (id, project_id, name, dataset_id, model_id, begins, train, max_jobs, created_by, updated_by)
    values (${loopId}, ${project.id}, 'Never', ${dataset_id}, ${model.id}, '{"kind": "hours", "hours": 1}'::json, ${train}::json, 1,
      ${caller.userId}, ${caller.userId})`);
  await api.db.query(sql`
    insert into loop_run (id, project_id, loop_id, trigger, dataset_id, train, next_attempt_at, created_by)
    values (${runId}, ${project.id}, ${loopId}, 'manual', ${dataset_id}, ${train}::json, now() + interval '1 day', ${caller.userId})`);
  return { project_id, loop_id: loopId, run_id: runId, dataset_id, model_id: model.id };
}

/** The same loop, whose run has measured nothing and asks next for the alias production on step 1. */
export async function anAskingLoopIn(
  api: Harness,
  place: Place,
  act: "ask" | "move" = "move",
): ReturnType<typeof aLoopIn> {
  const made = await aLoopIn(api, place);
  const model = { id: made.model_id };
  await someCheckpoints(api, { model, project: place.project }, [1]);
  const jobId = await aJobIn(api, { model, project: place.project }, { state: "completed" });
  const { versionId } = await aVersionOf(api, place, []);
  const [measure, promote] = [
    JSON.stringify({ evaluation_id: newId(), metric: "nll", min_gain: 0 }),
    JSON.stringify({ alias: "production", act }),
  ];
  await api.db.query(sql`
    update loop_run set version_id = ${versionId}, job_id = ${jobId}, step = 1, measure = ${measure}::json, promote = ${promote}::json
    where id = ${made.run_id}`);
  return made;
}
