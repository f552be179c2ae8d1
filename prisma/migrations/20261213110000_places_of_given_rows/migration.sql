-- How what was left out begins, and which row it equals; a constant, so no row is written again.
alter table dataset_rejection add column words text not null default '', add column same_as int;
-- Of a file of lines that was made of others: what these are called and how many rows each gave, in order.
alter table uploaded_file add column origins json;
