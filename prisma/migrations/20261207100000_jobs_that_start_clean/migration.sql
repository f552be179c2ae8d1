-- AlterTable
ALTER TABLE "training_job" ADD COLUMN "starts_clean" BOOLEAN NOT NULL DEFAULT false;
