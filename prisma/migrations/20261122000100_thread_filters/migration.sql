-- Where a call belongs, for what names calls by their ids (queue items, feedback) and is asked for by thread: found without the table.
CREATE INDEX "call_place" ON "call" ("project_id", "id") INCLUDE ("thread_id", "started_at")
  WHERE "deleted_at" IS NULL AND "thread_id" IS NOT NULL;

-- Failed calls by thread, and which of them are turns, without the table.
DROP INDEX "call_thread_error";
CREATE INDEX "call_thread_error" ON "call" ("project_id", "thread_id") INCLUDE ("id", "turn_id", "started_at")
  WHERE "exception" IS NOT NULL AND "deleted_at" IS NULL;
