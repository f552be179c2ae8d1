ALTER TABLE "training_job"
  ADD COLUMN "waiting_for" TEXT,
  ADD COLUMN "claims" INTEGER NOT NULL DEFAULT 0;
