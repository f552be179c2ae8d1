ALTER TABLE "checkpoint" ADD COLUMN "is_interim" BOOLEAN NOT NULL DEFAULT false;
DROP INDEX "checkpoint_job_id_key";
-- A job ends with one checkpoint, and leaves at most one on the way after each of its steps.
CREATE UNIQUE INDEX "checkpoint_final_of_job_key" ON "checkpoint"("job_id") WHERE NOT "is_interim";
CREATE UNIQUE INDEX "checkpoint_interim_of_job_key" ON "checkpoint"("job_id", "job_step") WHERE "is_interim";
