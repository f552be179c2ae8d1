import type { Ctx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { meansDecision, meansFeedback } from "#lib/annotation/evidence/retracted.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";
import { affectedRewards, affectedRows } from "#lib/datasets/affected-rows.internal.ts";
import { IS_LEARNED } from "#lib/datasets/learned-rewards.internal.ts";
import { NEWEST_FIRST } from "#lib/datasets/newest-first.ts";
import { columns, field, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

/** What is meant, whether it has been stored or not. */
export type Meant = {
  annotatorUserId: string | null;
  itemIds: readonly string[];
  feedbackIds: readonly string[];
  since: string | null;
  until: string | null;
};

const MAX_LISTED = 100;
/** Of jobs that have not learned all of it yet; one that is being cancelled is none of them. */
const GOING_STATES: readonly JobState[] = ["running", "validating", "queued"];

/** What learned, or could learn, from the answers that are meant: in projects where the actor may read it by name, in others by number. */
export async function retractionImpact(
  { db, project, actor }: Pick<Ctx, "db" | "project" | "actor">,
  meant: Meant,
): Promise<RetractionImpact> {
  const tables = learnedFrom(project, meant);
  const [answers] = await db.query(sql`
    with meant as (${asRow(meant)})
    select ${columns({ count: int(answerCount(project.id)) })}`);
  const versions = await db.query(sql`
    ${tables} select ${VERSION} from touched t
    join dataset_version v on v.project_id = ${project.id} and v.id = t.version_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id order by d.name, v.number desc`);
  const lacking = await db.query(sql`
    ${tables} select ${LACKING} from dataset d
    cross join lateral (
      select v.* from dataset_version v
      where v.project_id = d.project_id and v.dataset_id = d.id order by ${NEWEST_FIRST} limit 1) v
    join dataset_left_out l on l.project_id = v.project_id and l.version_id = v.id
    where d.project_id = ${project.id} and not d.is_archived and ${IS_MEANT}
    group by d.id, d.name, v.number order by d.name`);
  const rewards = await db.query(sql`
    ${tables} select ${REWARDS} from affected_reward a
    join rl_run n on n.project_id = ${project.id} and n.id = a.run_id
    join model m on m.project_id = n.project_id and m.id = n.model_id
    group by n.project_id, n.id, n.name, m.id, m.name order by n.name, n.id`);
  const jobs = await db.query(sql`
    ${tables} select ${JOB} from job j join model m on m.project_id = j.project_id and m.id = j.model_id
    order by (j.ended_at is not null), (j.state = 'queued'), j.created_at desc, j.id`);
  const checkpoints = await db.query(sql`
    ${tables} select ${CHECKPOINT} from made c join model m on m.project_id = c.project_id and m.id = c.model_id
    join project p on p.id = c.project_id order by m.name, c.model_id, c.step`);
  const aliases = await db.query(sql`
    ${tables} select ${ALIAS} from made c
    join checkpoint_alias a on a.project_id = c.project_id and a.model_id = c.model_id and a.step = c.step
    join model m on m.project_id = a.project_id and m.id = a.model_id
    join project p on p.id = a.project_id order by m.name, a.name`);
  const readable = new Set([project.path, ...(await pathsOf({ db, actor }, "training:read"))]);
  const writable = new Set(await pathsOf({ db, actor }, "training:write"));
  const isNamed = ({ projectId }: { projectId: string }) => readable.has(projectId);
  const named = {
    jobs: jobs.filter(isNamed),
    checkpoints: checkpoints.filter(isNamed),
    aliases: aliases.filter(isNamed),
  };
  const going = jobs.filter(({ state }) => GOING_STATES.includes(state));
  return {
    answerCount: answers?.count ?? 0,
    rowCount: versions.reduce((sum, { rows }) => sum + rows, 0),
    versionCount: versions.length,
    rewardCount: rewards.reduce((sum, { replies }) => sum + replies, 0),
    runCount: rewards.length,
    jobCount: named.jobs.length,
    checkpointCount: named.checkpoints.length,
    aliasCount: named.aliases.length,
    goingJobCount: going.length,
    cancellableJobCount: going.filter(({ projectId }) => writable.has(projectId)).length,
    elsewhere: {
      jobCount: jobs.length - named.jobs.length,
      checkpointCount: checkpoints.length - named.checkpoints.length,
      aliasCount: aliases.length - named.aliases.length,
    },
    versions: versions.slice(0, MAX_LISTED),
    lacking: lacking.slice(0, MAX_LISTED),
    rewards: rewards.slice(0, MAX_LISTED),
    jobs: named.jobs.slice(0, MAX_LISTED),
    checkpoints: named.checkpoints.slice(0, MAX_LISTED),
    aliases: named.aliases.slice(0, MAX_LISTED),
  };
}

async function pathsOf({ db, actor }: Pick<Ctx, "db" | "actor">, permission: Permission): Promise<string[]> {
  return (await allowedProjects(db, actor, permission)).map(({ path }) => path);
}

const GOING = columns({ ...of("training_job j", "id"), projectId: text(sql`j.path`) });

const PROJECT = columns({ id: text(sql`j.project_id`) });

/** The project and all others that have a job which learned from what is meant, whose pages say so. */
export async function tellLearners(place: Pick<Ctx, "db" | "project">, meant: Meant): Promise<void> {
  const { db, project } = place;
  const found = await db.query(sql`${learnedFrom(project, meant)} select distinct ${PROJECT} from job j`);
  for (const id of new Set([project.id, ...found.map((one) => one.id)]))
    await tellProject(db, id, "datasets");
}

/** The jobs of every project that have not learned all of what is meant yet, with the project of each. */
export function goingJobsOf({ db, project }: Pick<Ctx, "db" | "project">, meant: Meant) {
  return db.query(sql`
    ${learnedFrom(project, meant)} select ${GOING} from job j
    where j.state::text = any(${[...GOING_STATES]}::text[]) order by (j.state = 'queued'), j.id`);
}

const VERSION = columns({
  ...of("dataset_version v", "datasetId", "number"),
  ...of("dataset d", "name"),
  rows: int(sql`t.rows`),
  train: int(sql`t.train`),
  totalRows: int(sql`(
    select count(*) from dataset_row o where o.project_id = v.project_id and o.version_id = v.id)`),
});
const LACKING = columns({
  datasetId: text(sql`d.id`),
  ...of("dataset d", "name"),
  ...of("dataset_version v", "number"),
  leftOut: int(sql`count(*)`),
});
const REWARDS = columns({
  runId: field("rl_run n", "id"),
  runName: field("rl_run n", "name"),
  modelId: field("model m", "id"),
  modelName: field("model m", "name"),
  replies: int(sql`count(*)`),
  totalReplies: int(sql`(
    select count(*) from rl_round o
    join rl_rollout e on e.project_id = o.project_id and e.run_id = o.run_id and e.round = o.round
    where o.project_id = n.project_id and o.run_id = n.id and o.job_id is not null and e.reward is not null and ${IS_LEARNED})`),
});
const JOB = columns({
  projectId: text(sql`j.path`),
  jobId: text(sql`j.id`),
  ...of("training_job j", "modelId", "state"),
  modelName: text(sql`m.name`),
  datasetName: orNull(text(sql`j.dataset_name`)),
  datasetVersion: orNull(int(sql`j.dataset_version`)),
  runId: orNull(text(sql`j.rl_run_id`)),
  runName: orNull(text(sql`j.rl_run_name`)),
  round: orNull(int(sql`j.rl_round`)),
});
const PATH = text(sql`p.entity_name || '/' || p.name`);
const CHECKPOINT = columns({
  projectId: PATH,
  checkpointId: text(sql`c.id`),
  ...of("checkpoint c", "modelId", "step"),
  modelName: text(sql`m.name`),
});
const ALIAS = columns({
  projectId: PATH,
  ...of("checkpoint_alias a", "modelId", "name", "step"),
  modelName: text(sql`m.name`),
});

/** Versions with such rows as `touched`, replies with such rewards as `affected_reward`, jobs of every project that learned from them as `job`, and what those made and what came of that as `made`. */
function learnedFrom({ id, path }: Ctx["project"], meant: Meant): Sql {
  return sql`
    with recursive ${affectedRows(id, { retractions: asRow(meant), narrow: narrowed(meant) })},
    ${affectedRewards(id, narrowed(meant))},
    touched as materialized (
      select a.version_id, count(*) as rows, count(*) filter (where not o.is_held_out) as train
      from affected a
      cross join lateral (
        select * from dataset_row o
        where o.project_id = ${id} and o.version_id = a.version_id and o.position = a.position offset 0) o
      group by a.version_id),
    job as materialized (
      select j.*, p.entity_name || '/' || p.name as path, d.name as dataset_name, v.number as dataset_version,
        null as rl_run_id, null as rl_run_name, null::int as rl_round
      from touched t
      join dataset_version v on v.project_id = ${id} and v.id = t.version_id
      join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
      join training_job j on j.dataset_ref = 'weave:///' || ${path} || '/object/' || d.name || ':v' || v.number
      join project p on p.id = j.project_id and p.deleted_at is null
      where t.train > 0
      union all
      select j.*, ${path}, null, null, n.id, n.name, a.round
      from (select distinct a.run_id, a.round, a.job_id from affected_reward a) a
      join rl_run n on n.project_id = ${id} and n.id = a.run_id
      join training_job j on j.project_id = ${id} and j.id = a.job_id),
    made as (
      select c.id, c.project_id, c.model_id, c.step
      from job j join checkpoint c on c.project_id = j.project_id and c.model_id = j.model_id and c.job_id = j.id and c.deleted_at is null
      union
      select c.id, c.project_id, c.model_id, c.step
      from made m join checkpoint c on c.project_id = m.project_id and c.parent_id = m.id and c.deleted_at is null)`;
}

/** What a version left out (as `l`) is of what is meant. */
const IS_MEANT = sql`case
  when l.kind in ('answer', 'vote') then exists (
    select from feedback f cross join meant r where f.project_id = l.project_id and f.id = l.evidence_id and ${meansFeedback(sql`r`)})
  when l.kind = 'decision' then exists (
    select from adjudication d cross join meant r where d.project_id = l.project_id and d.item_id = l.evidence_id and ${meansDecision(sql`r`)})
  else exists (
    select from dataset_version w
    join dataset_row o on o.project_id = w.project_id and o.version_id = w.id and o.row_digest = convert_from(l.content_hash, 'UTF8')
    join affected a on a.version_id = o.version_id and a.position = o.position
    where w.project_id = l.project_id and w.object_digest = l.evidence_id) end`;

function asRow({ annotatorUserId, itemIds, feedbackIds, since, until }: Meant): Sql {
  return sql`
    select ${annotatorUserId}::text as annotator_user_id, ${[...itemIds]}::text[] as item_ids,
      ${[...feedbackIds]}::text[] as feedback_ids, ${since}::timestamptz as since, ${until}::timestamptz as until,
      null::timestamptz as in_force_since`;
}

/** What an index knows of the evidence. */
function narrowed({ annotatorUserId, feedbackIds }: Meant): Sql {
  if (feedbackIds.length > 0) return sql`e.evidence_id = any(${[...feedbackIds]}::text[])`;
  return annotatorUserId === null ? sql`true` : sql`e.user_id = ${annotatorUserId}`;
}

/** Feedback that could become evidence: reactions, annotations, corrections and preferences of people. */
function answerCount(projectId: string): Sql {
  return sql`
    (select count(*) from feedback f cross join meant r
      where f.project_id = ${projectId} and f.call_id is not null and ${meansFeedback(sql`r`)})
    + (select count(*) from adjudication d cross join meant r where d.project_id = ${projectId} and ${meansDecision(sql`r`)})`;
}
