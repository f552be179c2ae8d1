-- CreateTable
CREATE TABLE "app_user" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "is_instance_admin" BOOLEAN NOT NULL DEFAULT false,
    "default_entity" TEXT NOT NULL,
    "session_version" INTEGER NOT NULL DEFAULT 0,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entity" (
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entity_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "entity_member" (
    "entity_name" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entity_member_pkey" PRIMARY KEY ("entity_name","user_id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" TEXT NOT NULL,
    "entity_name" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_member" (
    "project_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_member_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by" TEXT,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "public_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "project_ids" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "actor_user_id" TEXT,
    "actor_key_id" TEXT,
    "project_id" TEXT,
    "target" TEXT,
    "request_id" TEXT,
    "details" JSON NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "credential_id" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("credential_id","route","key")
);

-- CreateTable
CREATE TABLE "call" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "trace_id" TEXT,
    "parent_id" TEXT,
    "thread_id" TEXT,
    "turn_id" TEXT,
    "op_name" TEXT,
    "display_name" TEXT,
    "started_at" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),
    "attributes" JSON,
    "inputs" JSON,
    "output" JSON,
    "summary" JSON,
    "exception" JSON,
    "otel_dump" JSON,
    "sanitized" JSON,
    "user_id" TEXT,
    "wb_run_id" TEXT,
    "wb_run_step" BIGINT,
    "wb_run_step_end" BIGINT,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "thread_stat" (
    "project_id" TEXT NOT NULL,
    "thread_id" TEXT NOT NULL,
    "turn_count" INTEGER NOT NULL,
    "first_start" TIMESTAMPTZ(6) NOT NULL,
    "last_start" TIMESTAMPTZ(6) NOT NULL,
    "last_updated" TIMESTAMPTZ(6) NOT NULL,
    "first_turn_id" TEXT NOT NULL,
    "last_turn_id" TEXT NOT NULL,
    "p50_ms" DOUBLE PRECISION,
    "p99_ms" DOUBLE PRECISION,

    CONSTRAINT "thread_stat_pkey" PRIMARY KEY ("project_id","thread_id")
);

-- CreateTable
CREATE TABLE "thread_dirty" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "thread_id" TEXT NOT NULL,

    CONSTRAINT "thread_dirty_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "object_version" (
    "project_id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "version_index" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "base_object_class" TEXT,
    "leaf_object_class" TEXT,
    "val" JSON NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "object_version_pkey" PRIMARY KEY ("project_id","object_id","digest")
);

-- CreateTable
CREATE TABLE "feedback" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "weave_ref" TEXT NOT NULL,
    "call_id" TEXT,
    "feedback_type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "sanitized" JSON,
    "creator" TEXT,
    "user_id" TEXT NOT NULL,
    "annotation_ref" TEXT,
    "runnable_ref" TEXT,
    "call_ref" TEXT,
    "trigger_ref" TEXT,
    "queue_id" TEXT,
    "scorer" JSON NOT NULL DEFAULT '{}',
    "span" JSON NOT NULL DEFAULT '{}',
    "content_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "annotation_queue" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "scorer_refs" TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "annotation_queue_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "queue_item" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "call_started_at" TIMESTAMPTZ(6) NOT NULL,
    "call_ended_at" TIMESTAMPTZ(6),
    "call_op_name" TEXT NOT NULL,
    "call_trace_id" TEXT NOT NULL,
    "display_fields" TEXT[],
    "position" BIGSERIAL NOT NULL,
    "added_by" TEXT NOT NULL,
    "annotation_state" TEXT NOT NULL DEFAULT 'unstarted',
    "annotator_user_id" TEXT,
    "is_done" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "queue_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_queue_call" (
    "project_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "display_fields" TEXT[],
    "added_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_queue_call_pkey" PRIMARY KEY ("project_id","queue_id","call_id")
);

-- CreateTable
CREATE TABLE "item_progress" (
    "project_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "annotator_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_progress_pkey" PRIMARY KEY ("project_id","item_id","annotator_id")
);

-- CreateTable
CREATE TABLE "lease" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "entity_member_user_id_idx" ON "entity_member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_entity_name_name_key" ON "project"("entity_name", "name");

-- CreateIndex
CREATE INDEX "project_member_user_id_idx" ON "project_member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_project_id_created_at_idx" ON "invitation"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_public_id_key" ON "api_key"("public_id");

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- CreateIndex
CREATE INDEX "audit_event_project_id_at_idx" ON "audit_event"("project_id", "at");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

-- CreateIndex
CREATE INDEX "idempotency_record_expires_at_idx" ON "idempotency_record"("expires_at");

-- CreateIndex
CREATE INDEX "call_trace" ON "call"("project_id", "trace_id");

-- CreateIndex
CREATE INDEX "call_parent" ON "call"("project_id", "parent_id");

-- CreateIndex
CREATE INDEX "thread_dirty_project_id_thread_id_idx" ON "thread_dirty"("project_id", "thread_id");

-- CreateIndex
CREATE UNIQUE INDEX "object_version_project_id_object_id_version_index_key" ON "object_version"("project_id", "object_id", "version_index");

-- CreateIndex
CREATE INDEX "feedback_project_id_weave_ref_idx" ON "feedback"("project_id", "weave_ref");

-- CreateIndex
CREATE INDEX "feedback_project_id_call_id_idx" ON "feedback"("project_id", "call_id");

-- CreateIndex
CREATE INDEX "feedback_project_id_feedback_type_created_at_idx" ON "feedback"("project_id", "feedback_type", "created_at");

-- CreateIndex
CREATE INDEX "feedback_project_id_queue_id_idx" ON "feedback"("project_id", "queue_id");

-- CreateIndex
CREATE INDEX "annotation_queue_project_id_created_at_idx" ON "annotation_queue"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_queue_project_id_id_key" ON "annotation_queue"("project_id", "id");

-- CreateIndex
CREATE INDEX "queue_item_project_id_queue_id_created_at_position_idx" ON "queue_item"("project_id", "queue_id", "created_at", "position");

-- CreateIndex
CREATE INDEX "queue_item_project_id_call_id_idx" ON "queue_item"("project_id", "call_id");

-- CreateIndex
CREATE UNIQUE INDEX "queue_item_project_id_id_key" ON "queue_item"("project_id", "id");

-- CreateIndex
CREATE INDEX "pending_queue_call_project_id_call_id_idx" ON "pending_queue_call"("project_id", "call_id");

-- CreateIndex
CREATE INDEX "item_progress_project_id_queue_id_annotator_id_idx" ON "item_progress"("project_id", "queue_id", "annotator_id");

-- AddForeignKey
ALTER TABLE "entity_member" ADD CONSTRAINT "entity_member_entity_name_fkey" FOREIGN KEY ("entity_name") REFERENCES "entity"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entity_member" ADD CONSTRAINT "entity_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_entity_name_fkey" FOREIGN KEY ("entity_name") REFERENCES "entity"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_item" ADD CONSTRAINT "queue_item_project_id_queue_id_fkey" FOREIGN KEY ("project_id", "queue_id") REFERENCES "annotation_queue"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_queue_call" ADD CONSTRAINT "pending_queue_call_project_id_queue_id_fkey" FOREIGN KEY ("project_id", "queue_id") REFERENCES "annotation_queue"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_progress" ADD CONSTRAINT "item_progress_project_id_item_id_fkey" FOREIGN KEY ("project_id", "item_id") REFERENCES "queue_item"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
