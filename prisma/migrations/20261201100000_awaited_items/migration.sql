-- Items whose answers a reinforcement run waits for.
ALTER TABLE "queue_item" ADD COLUMN "awaited_by" TEXT,
ADD COLUMN "awaited_until" TIMESTAMPTZ(3),
ADD COLUMN "awaited_fallback" TEXT;
ALTER TABLE "queue_item" ADD CONSTRAINT "queue_item_awaited_fallback_check" CHECK ("awaited_fallback" IN ('judge', 'drop', 'mean'));
ALTER TABLE "queue_item" ADD CONSTRAINT "queue_item_awaited_check" CHECK (num_nonnulls("awaited_by", "awaited_until", "awaited_fallback") IN (0, 3));
-- As the indexes of the other orders; few items are in it.
CREATE INDEX "queue_item_open_awaited" ON "queue_item" ("project_id", "queue_id", "awaited_until") WHERE "deleted_at" IS NULL AND "is_open" AND "awaited_until" IS NOT NULL;
-- Runs that wait as this begins have asked already.
UPDATE "queue_item" i
SET "awaited_by" = n.id, "awaited_until" = o.human_deadline, "awaited_fallback" = n.human ->> 'fallback'
FROM "rl_run" n
JOIN "rl_round" o ON o.project_id = n.project_id AND o.run_id = n.id AND o.human_deadline IS NOT NULL AND o.settled_at IS NULL
JOIN "rl_rollout" t ON t.project_id = o.project_id AND t.run_id = o.run_id AND t.round = o.round AND t.call_id IS NOT NULL
WHERE n.state IN ('queued', 'running')
  AND i.project_id = n.project_id AND i.queue_id = n.human ->> 'queue_id' AND i.call_id = t.call_id AND i.deleted_at IS NULL AND i.is_open;
