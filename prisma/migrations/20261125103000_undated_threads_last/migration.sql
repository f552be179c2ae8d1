-- Threads whose date no source told stand behind all others in the order by that date, whichever its direction.
ALTER TABLE "thread_stat" ADD COLUMN     "is_update_undated" BOOLEAN NOT NULL DEFAULT false;

-- As the next fold would find them.
UPDATE "thread_stat" stat SET "is_update_undated" = true
FROM "call" c
WHERE c."project_id" = stat."project_id" AND c."id" = stat."last_turn_id" AND c."is_undated";

-- Each order with an index of its own in both directions; the first date alone keeps its own for the bounds of a window.
CREATE INDEX "thread_stat_start_told" ON "thread_stat" ("project_id", "is_start_undated", "first_start", "thread_id" COLLATE "C") WHERE "turn_count" > 0;
CREATE INDEX "thread_stat_start_told_desc" ON "thread_stat" ("project_id", "is_start_undated", "first_start" DESC, "thread_id" COLLATE "C") WHERE "turn_count" > 0;
CREATE INDEX "thread_stat_updated_told" ON "thread_stat" ("project_id", "is_update_undated", "last_updated", "thread_id" COLLATE "C") WHERE "turn_count" > 0;
CREATE INDEX "thread_stat_updated_told_desc" ON "thread_stat" ("project_id", "is_update_undated", "last_updated" DESC, "thread_id" COLLATE "C") WHERE "turn_count" > 0;
DROP INDEX "thread_stat_updated";
