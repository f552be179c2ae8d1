import { type Sql, sql } from "#lib/platform/db/sql.ts";

/**
 * The versions that jobs of a project train on, as `(project_id, version_id, job_id)`. A job may read a version of another project, which its reference
 * names. `jobIds` is a query of the jobs that are asked for, which are looked up by their ids.
 */
export function versionsOfJobs(projectId: string, jobIds: Sql): Sql {
  return sql`
    select v.project_id, v.id as version_id, j.id as job_id
    from training_job j
    cross join lateral regexp_match(j.dataset_ref, '^weave:///([^/]+)/([^/]+)/object/(.+):v([0-9]{1,9})$') as named (part)
    join project p on p.entity_name = named.part[1] and p.name = named.part[2]
    join dataset d on d.project_id = p.id and d.name = named.part[3]
    join dataset_version v on v.project_id = d.project_id and v.dataset_id = d.id and v.number = named.part[4]::int
    where j.project_id = ${projectId} and j.id in (${jobIds})
    union all
    select r.project_id, r.version_id, n.job_id
    from rl_run r join rl_round n on n.project_id = r.project_id and n.run_id = r.id
    where r.project_id = ${projectId} and n.job_id in (${jobIds})`;
}

/** The jobs of a project that train on versions of whichever project, as `job_id`. */
export function jobsThatRead(projectId: string, versionIds: readonly string[]): Sql {
  const ids = sql`${[...versionIds]}::text[]`;
  return sql`
    select j.id as job_id
    from dataset_version v
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    join project p on p.id = v.project_id
    join training_job j on j.dataset_ref = 'weave:///' || p.entity_name || '/' || p.name || '/object/' || d.name || ':v' || v.number
    where v.id = any(${ids}) and j.project_id = ${projectId}
    union all
    select n.job_id from rl_run r join rl_round n on n.project_id = r.project_id and n.run_id = r.id
    where r.project_id = ${projectId} and r.version_id = any(${ids}) and n.job_id is not null`;
}
