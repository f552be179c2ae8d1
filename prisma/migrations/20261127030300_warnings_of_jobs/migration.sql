-- What a job's numbers say of how well it learns, in words.
ALTER TABLE "training_job" ADD COLUMN "warnings" JSON NOT NULL DEFAULT '[]';
