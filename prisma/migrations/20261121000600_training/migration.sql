-- AlterTable
ALTER TABLE "project" ADD COLUMN     "stores_completions" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "model" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "base_model" TEXT NOT NULL,
    "training_mode" TEXT NOT NULL,
    "lora_rank" INTEGER,
    "lora_alpha" DOUBLE PRECISION,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkpoint" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "job_id" TEXT,
    "metrics" JSON NOT NULL DEFAULT '{}',
    "folder" TEXT,
    "files" JSON NOT NULL DEFAULT '{}',
    "size_bytes" BIGINT NOT NULL DEFAULT 0,
    "corrupt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "training_job" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "position" BIGSERIAL NOT NULL,
    "config" JSON NOT NULL DEFAULT '{}',
    "source" TEXT NOT NULL,
    "total_steps" INTEGER,
    "step" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "holder" TEXT,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "cancel_asked_at" TIMESTAMPTZ(3),
    "snapshot" JSON,
    "event_count" BIGINT NOT NULL DEFAULT 0,
    "error_message" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "training_job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "training_event" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "is_listed" BOOLEAN NOT NULL,
    "data" JSON NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "training_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "training_metric" (
    "project_id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tier" INTEGER NOT NULL,
    "span" INTEGER NOT NULL,
    "first" DOUBLE PRECISION NOT NULL,
    "last" DOUBLE PRECISION NOT NULL,
    "least" DOUBLE PRECISION NOT NULL,
    "greatest" DOUBLE PRECISION NOT NULL,
    "sum" DOUBLE PRECISION NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "training_metric_pkey" PRIMARY KEY ("job_id","name","tier","span")
);

-- CreateTable
CREATE TABLE "model_log" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "split" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "uploaded_file" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "token_count" INTEGER NOT NULL,
    "roles" JSON NOT NULL DEFAULT '{}',
    "artifact_name" TEXT,
    "artifact_version" INTEGER,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "uploaded_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upstream" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "sealed_key" BYTEA,
    "models" TEXT[],
    "allow_private" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upstream_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_usage" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "project_id" TEXT,
    "model" TEXT NOT NULL,
    "upstream_id" TEXT,
    "outcome" TEXT NOT NULL,
    "prompt_tokens" INTEGER NOT NULL,
    "completion_tokens" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_usage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "model_project_id_created_at_idx" ON "model"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "model_project_id_id_key" ON "model"("project_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "checkpoint_job_id_key" ON "checkpoint"("job_id");

-- CreateIndex
CREATE INDEX "checkpoint_project_id_model_id_step_idx" ON "checkpoint"("project_id", "model_id", "step");

-- CreateIndex
CREATE UNIQUE INDEX "checkpoint_model_id_step_key" ON "checkpoint"("model_id", "step");

-- CreateIndex
CREATE INDEX "training_job_project_id_model_id_position_idx" ON "training_job"("project_id", "model_id", "position");

-- CreateIndex
CREATE INDEX "training_job_state_next_attempt_at_idx" ON "training_job"("state", "next_attempt_at");

-- CreateIndex
CREATE UNIQUE INDEX "training_job_project_id_id_key" ON "training_job"("project_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "training_event_job_id_number_key" ON "training_event"("job_id", "number");

-- CreateIndex
CREATE INDEX "model_log_project_id_model_id_created_at_idx" ON "model_log"("project_id", "model_id", "created_at");

-- CreateIndex
CREATE INDEX "uploaded_file_project_id_created_at_idx" ON "uploaded_file"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "uploaded_file_project_id_artifact_name_artifact_version_key" ON "uploaded_file"("project_id", "artifact_name", "artifact_version");

-- CreateIndex
CREATE UNIQUE INDEX "upstream_name_key" ON "upstream"("name");

-- CreateIndex
CREATE INDEX "chat_usage_project_id_created_at_idx" ON "chat_usage"("project_id", "created_at");

-- AddForeignKey
ALTER TABLE "checkpoint" ADD CONSTRAINT "checkpoint_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_job" ADD CONSTRAINT "training_job_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_event" ADD CONSTRAINT "training_event_project_id_job_id_fkey" FOREIGN KEY ("project_id", "job_id") REFERENCES "training_job"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_metric" ADD CONSTRAINT "training_metric_project_id_job_id_fkey" FOREIGN KEY ("project_id", "job_id") REFERENCES "training_job"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_log" ADD CONSTRAINT "model_log_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A name is free again when its model was deleted.
CREATE UNIQUE INDEX "model_live_name" ON "model" ("project_id", "name") WHERE "deleted_at" IS NULL;

-- Workers look for jobs that have not ended.
CREATE INDEX "training_job_unended" ON "training_job" ("model_id", "position")
  WHERE "state" IN ('queued', 'validating', 'running', 'cancelling');

ALTER TABLE "training_job" ADD CONSTRAINT "training_job_state_known" CHECK (
  "state" IN ('queued', 'validating', 'running', 'cancelling', 'completed', 'failed', 'cancelled'));
