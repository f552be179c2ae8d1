-- Threads whose source does not say when they were updated stand where they were stored, in the order by the last update.
ALTER TABLE "thread_stat" ADD COLUMN     "stored_at" TIMESTAMPTZ(3);

-- As the next fold would find them.
UPDATE "thread_stat" stat SET "stored_at" = c."created_at"
FROM "call" c
WHERE stat."is_update_undated" AND c."project_id" = stat."project_id" AND c."id" = stat."last_turn_id";

CREATE INDEX "thread_stat_latest" ON "thread_stat" ("project_id", (coalesce("stored_at", "last_updated")), "thread_id" COLLATE "C") WHERE "turn_count" > 0;
CREATE INDEX "thread_stat_latest_desc" ON "thread_stat" ("project_id", (coalesce("stored_at", "last_updated")) DESC, "thread_id" COLLATE "C") WHERE "turn_count" > 0;
DROP INDEX "thread_stat_updated_told";
DROP INDEX "thread_stat_updated_told_desc";

-- Those of the kinds that are asked for, the latest first.
DROP INDEX "thread_stat_failed";
DROP INDEX "thread_stat_given";
DROP INDEX "thread_stat_queued";
CREATE INDEX "thread_stat_failed" ON "thread_stat" ("project_id", (coalesce("stored_at", "last_updated")) DESC, "thread_id" COLLATE "C")
  WHERE "turn_count" > 0 AND "failed_calls" > 0;
CREATE INDEX "thread_stat_given" ON "thread_stat" ("project_id", (coalesce("stored_at", "last_updated")) DESC, "thread_id" COLLATE "C")
  WHERE "turn_count" > 0 AND "feedback" > 0;
CREATE INDEX "thread_stat_queued" ON "thread_stat" ("project_id", (coalesce("stored_at", "last_updated")) DESC, "thread_id" COLLATE "C")
  WHERE "turn_count" > 0 AND "queue_items" > 0;
