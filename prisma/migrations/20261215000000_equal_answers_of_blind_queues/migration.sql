-- Blind queues draw from answers that differ alone, and keep how many differed and how many were equal. Those from before drew from all: of them it is what was drawn.
alter table blind_queue add column differing integer, add column same integer;
update blind_queue b set (differing, same) = (
  select count(p.call_id), count(*) - count(p.call_id) from blind_pair p
  where p.project_id = b.project_id and p.queue_id = b.queue_id);
alter table blind_queue alter column differing set not null, alter column same set not null;
delete from blind_pair where call_id is null;
alter table blind_pair alter column call_id set not null;
