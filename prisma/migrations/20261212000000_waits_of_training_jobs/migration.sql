-- How long a job that has begun was back in the queue, without the wait that has not ended: its duration is the rest.
alter table training_job add column waited_seconds double precision not null default 0;
update training_job j set waited_seconds = w.seconds
from (
  select e.job_id, sum(extract(epoch from e.until - e.created_at)) as seconds
  from (
    select job_id, type, data, created_at, lead(created_at) over (partition by job_id order by number) as until
    from training_event where type = 'state') e
  join training_job b on b.id = e.job_id
  where e.data ->> 'state' = 'queued' and e.created_at >= b.started_at and e.until is not null
  group by e.job_id) w
where w.job_id = j.id;
