-- Whose turn it is to train: who has waited longest since a job of theirs began.
CREATE INDEX "training_job_created_by_started_at_idx" ON "training_job"("created_by", "started_at");
