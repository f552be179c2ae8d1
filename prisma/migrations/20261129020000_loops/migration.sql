-- Loops, and the runs in which they went round.
CREATE TYPE "loop_trigger" AS ENUM ('schedule', 'answers', 'manual');

CREATE TABLE "loop" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "evaluation_id" TEXT,
    "begins" JSON NOT NULL,
    "train" JSON NOT NULL,
    "measure" JSON,
    "promote" JSON,
    "max_jobs" INTEGER NOT NULL,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "problem" TEXT,
    "next_at" TIMESTAMPTZ(3),
    "answers_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "loop_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "loop_run" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "loop_id" TEXT NOT NULL,
    "trigger" "loop_trigger" NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "train" JSON NOT NULL,
    "measure" JSON,
    "promote" JSON,
    "state" "run_state" NOT NULL DEFAULT 'running',
    "is_skipped" BOOLEAN NOT NULL DEFAULT false,
    "outcome" TEXT,
    "version_id" TEXT,
    "job_id" TEXT,
    "trained_at" TIMESTAMPTZ(3),
    "step" INTEGER,
    "compared_step" INTEGER,
    "evaluation_run_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "gain" JSON,
    "promotion_id" TEXT,
    "waiting_for" TEXT,
    "idle_rounds" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "loop_run_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "loop_project_id_id_key" ON "loop"("project_id", "id");

CREATE INDEX "loop_run_project_id_loop_id_created_at_idx" ON "loop_run"("project_id", "loop_id", "created_at");

CREATE INDEX "loop_run_state_next_attempt_at_idx" ON "loop_run"("state", "next_attempt_at");

CREATE UNIQUE INDEX "loop_run_project_id_id_key" ON "loop_run"("project_id", "id");

-- Of the runs of a loop at most one has not ended.
CREATE UNIQUE INDEX "loop_run_going_key" ON "loop_run"("project_id", "loop_id") WHERE "state" IN ('queued', 'running');

ALTER TABLE "loop" ADD CONSTRAINT "loop_project_id_dataset_id_fkey" FOREIGN KEY ("project_id", "dataset_id") REFERENCES "dataset"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "loop" ADD CONSTRAINT "loop_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "loop" ADD CONSTRAINT "loop_project_id_evaluation_id_fkey" FOREIGN KEY ("project_id", "evaluation_id") REFERENCES "evaluation"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "loop_run" ADD CONSTRAINT "loop_run_project_id_loop_id_fkey" FOREIGN KEY ("project_id", "loop_id") REFERENCES "loop"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "loop_run" ADD CONSTRAINT "loop_run_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
