-- The list of a project's calls by time, whole and without nested calls. Only queries that ask for started calls can use them, so that
-- statistics of one thread are never planned on them.
CREATE INDEX "call_list" ON "call" ("project_id", "started_at", "id")
  WHERE "started_at" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "call_roots" ON "call" ("project_id", "started_at", "id")
  WHERE "parent_id" IS NULL AND "started_at" IS NOT NULL AND "deleted_at" IS NULL;

-- All calls of a conversation, nested ones included.
CREATE INDEX "call_thread" ON "call" ("project_id", "thread_id", "started_at")
  WHERE "thread_id" IS NOT NULL;

-- The calls below one exchange of a conversation.
CREATE INDEX "call_of_turn" ON "call" ("project_id", "turn_id")
  WHERE "turn_id" IS NOT NULL;
