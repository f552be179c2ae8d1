-- A job says which checkpoint it starts from, and a checkpoint which one it came of.
ALTER TABLE "training_job" ADD COLUMN "start_step" INTEGER, ADD COLUMN "start_checkpoint_id" TEXT;
ALTER TABLE "checkpoint" ADD COLUMN "parent_id" TEXT;
