-- Jobs keep what their weights depend on beside the plan, so that they can be made again to the bit.
alter table training_job add column made_with json;
