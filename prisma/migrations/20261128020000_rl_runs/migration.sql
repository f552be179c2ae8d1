-- Reinforcement in rounds: runs, their rounds, and one row for each answer.
CREATE TYPE "rl_ending" AS ENUM ('all_rounds', 'stopped', 'guard_fell', 'budget_spent', 'nothing_to_learn');

CREATE TABLE "rl_run" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "prompts" INTEGER NOT NULL,
    "graders" JSON NOT NULL,
    "config" JSON NOT NULL,
    "guard" JSON,
    "budget" JSON NOT NULL,
    "start_step" INTEGER NOT NULL,
    "guard_run_id" TEXT,
    "state" "run_state" NOT NULL DEFAULT 'queued',
    "is_stopping" BOOLEAN NOT NULL DEFAULT false,
    "ending" "rl_ending",
    "ending_text" TEXT,
    "waiting_for" TEXT,
    "idle_rounds" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error_message" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "rl_run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "rl_round" (
    "project_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "positions" INTEGER[],
    "from_step" INTEGER NOT NULL,
    "job_id" TEXT,
    "to_step" INTEGER,
    "guard_run_id" TEXT,
    "guard" JSON,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "rl_round_pkey" PRIMARY KEY ("project_id","run_id","round")
);

CREATE TABLE "rl_rollout" (
    "project_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "sample" INTEGER NOT NULL,
    "output" TEXT,
    "error" TEXT,
    "scores" JSON NOT NULL,
    "reward" DOUBLE PRECISION,
    "tokens" INTEGER,
    "is_truncated" BOOLEAN NOT NULL,
    "choice" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rl_rollout_pkey" PRIMARY KEY ("project_id","run_id","round","position","sample")
);

CREATE INDEX "rl_run_project_id_created_at_idx" ON "rl_run"("project_id", "created_at");

CREATE INDEX "rl_run_state_next_attempt_at_idx" ON "rl_run"("state", "next_attempt_at");

CREATE UNIQUE INDEX "rl_run_project_id_id_key" ON "rl_run"("project_id", "id");

ALTER TABLE "rl_run" ADD CONSTRAINT "rl_run_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "rl_run" ADD CONSTRAINT "rl_run_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "rl_round" ADD CONSTRAINT "rl_round_project_id_run_id_fkey" FOREIGN KEY ("project_id", "run_id") REFERENCES "rl_run"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "rl_rollout" ADD CONSTRAINT "rl_rollout_project_id_run_id_round_fkey" FOREIGN KEY ("project_id", "run_id", "round") REFERENCES "rl_round"("project_id", "run_id", "round") ON DELETE RESTRICT ON UPDATE CASCADE;
