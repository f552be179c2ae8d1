-- CreateEnum
CREATE TYPE "run_origin" AS ENUM ('person', 'checkpoint', 'loop', 'guard');

-- AlterTable
ALTER TABLE "evaluation_run" ADD COLUMN "origin" "run_origin" NOT NULL DEFAULT 'person';

-- What is there already: a loop also names runs that it found, which are older than its own.
UPDATE "evaluation_run" SET "origin" = 'checkpoint' WHERE "checkpoint_id" IS NOT NULL;

UPDATE "evaluation_run" n SET "origin" = 'loop' FROM "loop_run" l
WHERE l."project_id" = n."project_id" AND n."id" = ANY (l."evaluation_run_ids")
  AND n."created_at" >= l."created_at" AND n."checkpoint_id" IS NULL;

UPDATE "evaluation_run" n SET "origin" = 'guard' FROM "rl_run" r
WHERE r."project_id" = n."project_id" AND r."guard_run_id" = n."id";

UPDATE "evaluation_run" n SET "origin" = 'guard' FROM "rl_round" r
WHERE r."project_id" = n."project_id" AND r."guard_run_id" = n."id";
