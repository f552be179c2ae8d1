-- Addresses that get reports of what happens in a project, and what is sent to them.
CREATE TABLE "webhook" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[],
    "allow_private" BOOLEAN NOT NULL DEFAULT false,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "problem" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "secret" BYTEA NOT NULL,
    "old_secret" BYTEA,
    "old_secret_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "webhook_project_id_id_key" ON "webhook"("project_id", "id");
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "last_status" INTEGER,
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_delivery_project_id_webhook_id_created_at_idx" ON "webhook_delivery"("project_id", "webhook_id", "created_at");
-- What is due; most rows are delivered.
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery"("next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_project_id_webhook_id_fkey" FOREIGN KEY ("project_id", "webhook_id") REFERENCES "webhook"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
