-- works with code from: 20261215100000_why_answers_have_no_score
-- Learning rates that nobody names follow the size of the base model, whose folder may be away when a job is made.
alter table model add column base_parameters bigint;
update model set base_parameters = 2226560 where base_model = 'spindle-mini';
