-- What fills a queue with calls as they arrive, and the calls that rules have not looked at.
CREATE TABLE "queue_rule" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSON,
    "query" JSON,
    "rate" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "max_open" INTEGER,
    "display_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "includes_own" BOOLEAN NOT NULL DEFAULT false,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "problem" TEXT,
    "looked_at" INTEGER NOT NULL DEFAULT 0,
    "matched" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "held_back" INTEGER NOT NULL DEFAULT 0,
    "last_added_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "queue_rule_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "queue_rule_project_id_id_key" ON "queue_rule"("project_id", "id");
CREATE INDEX "queue_rule_project_id_queue_id_idx" ON "queue_rule"("project_id", "queue_id");
ALTER TABLE "queue_rule" ADD CONSTRAINT "queue_rule_project_id_queue_id_fkey" FOREIGN KEY ("project_id", "queue_id") REFERENCES "annotation_queue"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What every batch of calls asks: is there a rule at work?
CREATE INDEX "queue_rule_at_work" ON "queue_rule"("project_id") WHERE "deleted_at" IS NULL AND NOT "is_paused";

CREATE TABLE "rule_inbox" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,

    CONSTRAINT "rule_inbox_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "rule_inbox_project_id_id_idx" ON "rule_inbox"("project_id", "id");

ALTER TABLE "queue_item" ADD COLUMN "rule_id" TEXT;
