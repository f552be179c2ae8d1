import { IS_MEASURED } from "#lib/datasets/measured-version.ts";
import { NEWEST_FIRST } from "#lib/datasets/newest-first.ts";
import { faultOf } from "#lib/evaluation/runs/begin-runs.internal.ts";
import { isAnsweredAlike } from "#lib/evaluation/runs/is-answered-alike.internal.ts";
import { columns, field, int, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

/** So many of its own runs an evaluation has at work; further checkpoints wait, the newest one first. */
const AT_WORK = 4;
/** So many of its own runs an evaluation begins in 24 hours, so that a job with a checkpoint at each step costs no more than this. */
const A_DAY = 100;
/** Seeds and samples of a run that nobody chose them for. */
const [SEED, SAMPLES] = [1, 1];

/** A loop's run of the checkpoint, or somebody's, says what its own would. */
const IS_THERE = isAnsweredAlike({ modelId: sql`c.model_id`, versionId: sql`v.id` });

const ARRIVED = columns({
  ...of("evaluation_model w", "projectId", "evaluationId", "modelId", "addedBy"),
  ...of("checkpoint c", "step"),
  ...of("dataset_version v", "number"),
  versionId: field("dataset_version v", "id"),
  rows: int(sql`(
    select count(*) from dataset_row r
    where r.project_id = v.project_id and r.version_id = v.id and ${IS_MEASURED})`),
  checkpointId: field("checkpoint c", "id"),
  subject: text(sql`p.entity_name || '/' || p.name || '/' || m.name || ':step' || c.step`),
});
type Arrived = RowOf<typeof ARRIVED>;

/**
 * Starts a run of each evaluation on each checkpoint that came to a model that it watches, and that it has not measured. The run names
 * the checkpoint, and each evaluation has one run that does: whatever dies, and however many workers look at the same time. Answers how many began.
 */
export async function startCheckpointRuns(db: Db): Promise<number> {
  if (!(await mayHaveArrived(db))) return 0;
  let begun = 0;
  for (const arrived of await findArrived(db)) if (await startRun(db, arrived)) begun++;
  return begun;
}

/** Planning the question below takes longer than answering this one, to which the answer is no most of the time. */
async function mayHaveArrived(db: Db): Promise<boolean> {
  const unmeasured = await db.query(sql`
    select 1 from evaluation_model w
    join checkpoint c on c.project_id = w.project_id and c.model_id = w.model_id and c.created_at >= w.since
    where c.deleted_at is null and c.corrupt_at is null and not exists (
      select from evaluation_run n
      where n.project_id = w.project_id and n.evaluation_id = w.evaluation_id and n.checkpoint_id = c.id)
    limit 1`);
  return unmeasured.length > 0;
}

function findArrived(db: Db): Promise<Arrived[]> {
  return db.query(sql`
    select ${ARRIVED}
    from evaluation e
    join project p on p.id = e.project_id and p.deleted_at is null
    cross join lateral (
      select count(*) filter (where n.ended_at is null) as unended,
        count(*) filter (where n.created_at > now() - interval '24 hours') as lately
      from evaluation_run n
      where n.project_id = e.project_id and n.evaluation_id = e.id and n.checkpoint_id is not null) own
    join lateral (
      select * from dataset_version v
      where v.project_id = e.project_id and v.dataset_id = e.dataset_id and (e.version is null or v.number = e.version)
      order by ${NEWEST_FIRST} limit 1) v on true
    cross join lateral (
      select c.id as checkpoint_id, w.model_id
      from evaluation_model w
      join checkpoint c on c.project_id = w.project_id and c.model_id = w.model_id
      where w.project_id = e.project_id and w.evaluation_id = e.id
        and c.created_at >= w.since and c.deleted_at is null and c.corrupt_at is null
        and not exists (
          select from evaluation_run n
          where n.project_id = e.project_id and n.evaluation_id = e.id
            and (n.checkpoint_id = c.id or n.step = c.step and ${IS_THERE}))
      order by c.created_at desc, c.step desc
      limit greatest(0, least(${AT_WORK} - own.unended, ${A_DAY} - own.lately))) due
    join evaluation_model w on w.project_id = e.project_id and w.evaluation_id = e.id and w.model_id = due.model_id
    join checkpoint c on c.id = due.checkpoint_id
    join model m on m.project_id = w.project_id and m.id = w.model_id and m.deleted_at is null
    join dataset d on d.project_id = e.project_id and d.id = e.dataset_id
    where not e.is_archived`);
}

/** A version that cannot be measured ends the run at once, and says so; it is not tried again for this checkpoint. */
function startRun(db: Db, arrived: Arrived): Promise<boolean> {
  const { projectId, evaluationId, checkpointId, versionId, number, rows } = arrived;
  const fault = faultOf({ number, rows }, SAMPLES)?.message ?? null;
  return db.transaction(async (tx) => {
    // A loop that has the same checkpoint measured holds the evaluation too.
    await lockRow(tx, "evaluation", { projectId, id: evaluationId });
    const started = await tx.query(sql`
      insert into evaluation_run
        (id, project_id, evaluation_id, version_id, subject, model_id, step, checkpoint_id, samples, seed, total,
          created_by, origin, state, error_message, ended_at)
      select ${newId()}, ${projectId}, ${evaluationId}, ${versionId}, ${arrived.subject}, ${arrived.modelId},
        ${arrived.step}::int, ${checkpointId}, ${SAMPLES}::int, ${SEED}::int, ${rows * SAMPLES}::int,
        ${arrived.addedBy}, 'checkpoint', ${fault === null ? "queued" : "failed"}::run_state, ${fault},
        case when ${fault === null} then null else clock_timestamp() end
      where not exists (
        select from evaluation_run n
        where n.project_id = ${projectId} and n.evaluation_id = ${evaluationId} and n.step = ${arrived.step}::int
          and ${isAnsweredAlike({ modelId: sql`${arrived.modelId}`, versionId: sql`${versionId}` })})
      on conflict (project_id, evaluation_id, checkpoint_id) do nothing returning 1`);
    if (started.length > 0) await tellProject(tx, projectId, "evaluations");
    return started.length > 0;
  });
}
