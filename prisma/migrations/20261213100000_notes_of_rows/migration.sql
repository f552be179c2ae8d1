-- What a build found in a row that stays: what looks like a secret, and messages that say nothing. A constant, so no row is written again.
alter table dataset_row add column notes text[] not null default '{}';
