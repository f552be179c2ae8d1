-- A job says which version of a dataset it learns from.
ALTER TABLE "training_job" ADD COLUMN "dataset_ref" TEXT;

CREATE INDEX "training_job_dataset_ref_idx" ON "training_job"("dataset_ref");
