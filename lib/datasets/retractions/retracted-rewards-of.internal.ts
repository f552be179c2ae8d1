import type { Ctx } from "#lib/access/context.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { affectedRewards, inForceIn, MAY_BE_MEANT } from "#lib/datasets/affected-rows.internal.ts";
import { IS_LEARNED } from "#lib/datasets/learned-rewards.internal.ts";
import { columns, int, json, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Place = { db: Ctx["db"]; project: Pick<Ctx["project"], "id"> };

const MAX_LISTED = 100;
const JOB = columns({ id: text(sql`a.job_id`) });

/** The jobs of a project's reinforcement runs that learned from rewards that are retracted. */
export async function jobsOfRetractedRewards({ db, project }: Place): Promise<string[]> {
  const found = await db.query(sql`
    with meant as materialized (${inForceIn(project.id)}), ${affectedRewards(project.id, MAY_BE_MEANT)}
    select distinct ${JOB} from affected_reward a`);
  return found.map(({ id }) => id);
}

/** Of these jobs, the rewards of replies that they learned from, and what of those is retracted: rewards are of the project's own runs. */
export async function retractedRewardsOf(
  { db, project }: Place,
  jobIds: readonly string[],
): Promise<RetractedRows["rewards"]> {
  const ofJobs = sql`o.project_id = ${project.id} and o.job_id = any(${[...jobIds]}::text[])`;
  const ofRuns = sql`e.run_id in (select o.run_id from rl_round o where ${ofJobs})`;
  const [found] = await db.query(sql`
    with meant as materialized (${inForceIn(project.id)}),
    ${affectedRewards(project.id, sql`${ofRuns} and ${MAY_BE_MEANT}`)},
    gone as materialized (
      select a.run_id, a.in_force_since <= j.created_at as is_already
      from affected_reward a
      join training_job j on j.project_id = ${project.id} and j.id = a.job_id
      where a.job_id = any(${[...jobIds]}::text[])),
    run as (
      select n.id, n.name, count(*) as replies
      from gone g join rl_run n on n.project_id = ${project.id} and n.id = g.run_id
      group by n.id, n.name order by n.name, n.id limit ${MAX_LISTED})
    select ${columns({
      replies: int(sql`select count(*) from gone`),
      totalReplies: int(sql`
        select count(*) from rl_round o
        join rl_rollout e on e.project_id = o.project_id and e.run_id = o.run_id and e.round = o.round
        where ${ofJobs} and e.reward is not null and ${IS_LEARNED}`),
      already: int(sql`select count(*) from gone g where g.is_already`),
      runs: RUNS,
    })}`);
  if (!found) throw new Error("A statement without a condition gave no row");
  return found;
}

const RUNS = json<RetractedRows["rewards"]["runs"]>(sql`
  select coalesce(json_agg(json_build_object('runId', r.id, 'name', r.name, 'replies', r.replies) order by r.name, r.id), '[]')
  from run r`);
