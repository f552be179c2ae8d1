-- AlterTable
ALTER TABLE "thread_dirty" ADD COLUMN     "has_marks" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "thread_stat" ADD COLUMN     "failed_calls" INTEGER,
ADD COLUMN     "failed_turns" INTEGER,
ADD COLUMN     "feedback" INTEGER,
ADD COLUMN     "first_failed" TIMESTAMPTZ(6),
ADD COLUMN     "first_given" TIMESTAMPTZ(6),
ADD COLUMN     "first_queued" TIMESTAMPTZ(6),
ADD COLUMN     "last_failed" TIMESTAMPTZ(6),
ADD COLUMN     "last_given" TIMESTAMPTZ(6),
ADD COLUMN     "last_queued" TIMESTAMPTZ(6),
ADD COLUMN     "queue_items" INTEGER;

-- CreateTable
CREATE TABLE "call_marked" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,

    CONSTRAINT "call_marked_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "call_marked_project_id_idx" ON "call_marked"("project_id");

-- Threads of the kinds that are asked for, the latest first; most orders find them among all threads quickly enough.
CREATE INDEX "thread_stat_failed" ON "thread_stat" ("project_id", "is_update_undated", "last_updated" DESC, "thread_id" COLLATE "C")
  WHERE "turn_count" > 0 AND "failed_calls" > 0;
CREATE INDEX "thread_stat_given" ON "thread_stat" ("project_id", "is_update_undated", "last_updated" DESC, "thread_id" COLLATE "C")
  WHERE "turn_count" > 0 AND "feedback" > 0;
CREATE INDEX "thread_stat_queued" ON "thread_stat" ("project_id", "is_update_undated", "last_updated" DESC, "thread_id" COLLATE "C")
  WHERE "turn_count" > 0 AND "queue_items" > 0;

-- Those that the worker has yet to fold again (lib/traces/threads/note-earlier-threads.ts).
CREATE INDEX "thread_stat_unmarked" ON "thread_stat" ("project_id", "thread_id") WHERE "feedback" IS NULL;

-- As in thread_dirty.
ALTER TABLE "call_marked" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
