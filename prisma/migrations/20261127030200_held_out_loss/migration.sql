-- Jobs are measured on rows that are held out, keep the best or the last step, and may be stopped with what they have.
ALTER TABLE "training_job" ADD COLUMN "validation" JSON, ADD COLUMN "best" JSON, ADD COLUMN "keeps_on_cancel" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "checkpoint" ADD COLUMN "job_step" INTEGER;

-- Rows of a dataset are shuffled from now on; a job that has begun in their order ends in it.
UPDATE "training_job" SET "config" = (("config"::jsonb) || '{"shuffle": false}')::json
WHERE "dataset_ref" IS NOT NULL AND "total_steps" IS NOT NULL AND "ended_at" IS NULL;
