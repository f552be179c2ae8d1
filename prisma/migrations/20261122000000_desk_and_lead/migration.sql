-- AlterTable
ALTER TABLE "annotation_queue" ADD COLUMN     "annotator_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "annotators_per_item" INTEGER,
ADD COLUMN     "is_blind" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "item_order" TEXT NOT NULL DEFAULT 'oldest',
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'single',
ADD COLUMN     "overlap_share" DOUBLE PRECISION,
ADD COLUMN     "required_refs" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "requires_skip_reason" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "reservation_minutes" INTEGER NOT NULL DEFAULT 10,
ADD COLUMN     "skip_policy" TEXT NOT NULL DEFAULT 'others',
ADD COLUMN     "skip_reasons" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "key_bindings" JSON NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "item_progress" ADD COLUMN     "active_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "finished_at" TIMESTAMPTZ(3),
ADD COLUMN     "flag_note" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "is_flagged" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sent_back" TEXT,
ADD COLUMN     "skip_reason" TEXT;

-- AlterTable
ALTER TABLE "queue_item" ADD COLUMN     "assigned_to" TEXT,
ADD COLUMN     "is_dropped" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_open" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "pair_call_id" TEXT,
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shuffle" DOUBLE PRECISION NOT NULL DEFAULT random();

-- AlterTable
ALTER TABLE "training_job" ADD COLUMN     "retry_of" TEXT;

-- CreateTable
CREATE TABLE "item_reservation" (
    "project_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "annotator_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "reserved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "item_reservation_pkey" PRIMARY KEY ("project_id","item_id","annotator_id")
);

-- CreateTable
CREATE TABLE "adjudication" (
    "project_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "values" JSON NOT NULL,
    "method" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "is_gold" BOOLEAN NOT NULL DEFAULT false,
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "adjudication_pkey" PRIMARY KEY ("project_id","item_id")
);

-- CreateTable
CREATE TABLE "checkpoint_alias" (
    "project_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkpoint_alias_pkey" PRIMARY KEY ("project_id","model_id","name")
);

-- CreateIndex
CREATE INDEX "item_reservation_project_id_queue_id_annotator_id_idx" ON "item_reservation"("project_id", "queue_id", "annotator_id");

-- CreateIndex
CREATE INDEX "item_reservation_expires_at_idx" ON "item_reservation"("expires_at");

-- CreateIndex
CREATE INDEX "adjudication_project_id_queue_id_idx" ON "adjudication"("project_id", "queue_id");

-- CreateIndex
CREATE INDEX "item_progress_project_id_queue_id_finished_at_idx" ON "item_progress"("project_id", "queue_id", "finished_at");

-- AddForeignKey
ALTER TABLE "item_reservation" ADD CONSTRAINT "item_reservation_project_id_item_id_fkey" FOREIGN KEY ("project_id", "item_id") REFERENCES "queue_item"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudication" ADD CONSTRAINT "adjudication_project_id_item_id_fkey" FOREIGN KEY ("project_id", "item_id") REFERENCES "queue_item"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkpoint_alias" ADD CONSTRAINT "checkpoint_alias_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was finished before its time was kept.
UPDATE "item_progress" SET "finished_at" = "updated_at" WHERE "state" IN ('completed', 'skipped');

-- A pair may hold a call that another pair holds, too.
DROP INDEX "queue_item_live_call";
CREATE UNIQUE INDEX "queue_item_live_call" ON "queue_item" ("project_id", "queue_id", "call_id", coalesce("pair_call_id", ''))
  WHERE "deleted_at" IS NULL;

CREATE OR REPLACE FUNCTION "add_arrived_calls_to_queues"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pending_calls_lock(touched.project_id))
  FROM (SELECT DISTINCT project_id FROM arrived ORDER BY project_id) AS touched;

  -- Nearly always nothing is awaited; the statement below costs several times this question even then.
  IF NOT EXISTS (
    SELECT FROM arrived c JOIN pending_queue_call p ON p.project_id = c.project_id AND p.call_id = c.id) THEN
    RETURN NULL;
  END IF;

  WITH due AS (
    DELETE FROM pending_queue_call p
    USING arrived c
    WHERE p.project_id = c.project_id AND p.call_id = c.id
      AND c.op_name IS NOT NULL AND c.started_at IS NOT NULL AND c.deleted_at IS NULL
    RETURNING p.project_id, p.queue_id, p.call_id, p.display_fields, p.added_by,
      c.started_at, c.ended_at, c.op_name, c.trace_id)
  INSERT INTO queue_item (id, project_id, queue_id, call_id, call_started_at, call_ended_at, call_op_name, call_trace_id,
    display_fields, added_by, created_at, updated_at)
  SELECT new_queue_item_id(), due.project_id, due.queue_id, due.call_id, due.started_at, due.ended_at, due.op_name,
    coalesce(due.trace_id, ''), due.display_fields, due.added_by, statement_timestamp(), statement_timestamp()
  FROM due JOIN annotation_queue q ON q.project_id = due.project_id AND q.id = due.queue_id AND q.deleted_at IS NULL
  ORDER BY due.started_at, due.call_id
  ON CONFLICT (project_id, queue_id, call_id, coalesce(pair_call_id, '')) WHERE deleted_at IS NULL DO NOTHING;
  RETURN NULL;
END
$$;

-- How many answers an item wants: null where everybody may give one. Which items share in the overlap follows from their ids alone, so
-- that a changed share adds items or takes some away and never draws anew.
CREATE FUNCTION "answers_wanted"("per_item" INTEGER, "share" DOUBLE PRECISION, "item_id" TEXT) RETURNS INTEGER
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN "per_item" IS NULL OR "share" IS NULL THEN "per_item"
    WHEN ('x' || substr(md5("item_id"), 1, 8))::bit(32)::bigint < "share" * 4294967296 THEN "per_item"
    ELSE 1
  END
$$;

-- The items that still want answers, in each of the orders in which a queue hands them out.
CREATE INDEX "queue_item_open_oldest" ON "queue_item" ("project_id", "queue_id", "position") WHERE "deleted_at" IS NULL AND "is_open";
CREATE INDEX "queue_item_open_priority" ON "queue_item" ("project_id", "queue_id", "priority" DESC, "position")
  WHERE "deleted_at" IS NULL AND "is_open";
CREATE INDEX "queue_item_open_random" ON "queue_item" ("project_id", "queue_id", "shuffle") WHERE "deleted_at" IS NULL AND "is_open";

-- Failed calls of a thread, for lists that show or ask for them.
CREATE INDEX "call_thread_error" ON "call" ("project_id", "thread_id") WHERE "exception" IS NOT NULL AND "deleted_at" IS NULL;
