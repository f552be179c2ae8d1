-- Jobs take turns: when the steps of each last began or continued, after which step, and when it last made way for others.
alter table training_job add column turn_at timestamptz(3), add column turn_step integer not null default 0, add column made_way_at timestamptz(3);
update training_job set turn_at = started_at where started_at is not null;
drop index training_job_created_by_started_at_idx;
create index training_job_created_by_turn_at_idx on training_job (created_by, turn_at);
