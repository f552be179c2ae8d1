-- Evaluations: what is measured with which dataset, their runs, and one row for each answer.
CREATE TYPE "run_state" AS ENUM ('queued', 'running', 'completed', 'failed', 'cancelled');

CREATE TABLE "evaluation" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "version" INTEGER,
    "graders" JSON NOT NULL,
    "sampling" JSON NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "evaluation_run" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "evaluation_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "model_id" TEXT,
    "step" INTEGER,
    "samples" INTEGER NOT NULL,
    "seed" INTEGER NOT NULL,
    "state" "run_state" NOT NULL DEFAULT 'queued',
    "total" INTEGER NOT NULL,
    "waiting_for" TEXT,
    "idle_rounds" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error_message" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "evaluation_run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "evaluation_result" (
    "project_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "sample" INTEGER NOT NULL,
    "unit_keys" TEXT[],
    "call_id" TEXT,
    "output" TEXT,
    "error" TEXT,
    "scores" JSON NOT NULL,
    "is_masked" BOOLEAN NOT NULL,
    "latency_ms" INTEGER,
    "completion_tokens" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluation_result_pkey" PRIMARY KEY ("project_id","run_id","position","sample")
);

CREATE UNIQUE INDEX "evaluation_project_id_id_key" ON "evaluation"("project_id", "id");

CREATE UNIQUE INDEX "evaluation_project_id_name_key" ON "evaluation"("project_id", "name");

CREATE UNIQUE INDEX "evaluation_run_project_id_id_key" ON "evaluation_run"("project_id", "id");

CREATE INDEX "evaluation_run_project_id_evaluation_id_created_at_idx" ON "evaluation_run"("project_id", "evaluation_id", "created_at");

CREATE INDEX "evaluation_run_state_next_attempt_at_idx" ON "evaluation_run"("state", "next_attempt_at");

ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_project_id_dataset_id_fkey" FOREIGN KEY ("project_id", "dataset_id") REFERENCES "dataset"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "evaluation_run" ADD CONSTRAINT "evaluation_run_project_id_evaluation_id_fkey" FOREIGN KEY ("project_id", "evaluation_id") REFERENCES "evaluation"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "evaluation_run" ADD CONSTRAINT "evaluation_run_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "evaluation_result" ADD CONSTRAINT "evaluation_result_project_id_run_id_fkey" FOREIGN KEY ("project_id", "run_id") REFERENCES "evaluation_run"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
