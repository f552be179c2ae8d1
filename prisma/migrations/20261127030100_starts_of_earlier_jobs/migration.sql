-- Until now a job started from the newest checkpoint that could be served at that time, which the times tell.
UPDATE "training_job" AS j SET "start_checkpoint_id" = (
  SELECT c.id FROM "checkpoint" c
  WHERE c.project_id = j.project_id AND c.model_id = j.model_id AND c.created_at <= j.started_at
    AND (c.deleted_at IS NULL OR c.deleted_at > j.started_at) AND (c.corrupt_at IS NULL OR c.corrupt_at > j.started_at)
  ORDER BY c.step DESC LIMIT 1)
WHERE j.started_at IS NOT NULL;

UPDATE "checkpoint" AS c SET "parent_id" = j.start_checkpoint_id FROM "training_job" j WHERE j.id = c.job_id;
