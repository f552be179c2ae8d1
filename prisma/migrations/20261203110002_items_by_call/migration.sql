-- The call first: it alone finds its items, whatever PostgreSQL believes of how many a project or queue has.
CREATE INDEX "queue_item_call_id_project_id_idx" ON "queue_item"("call_id", "project_id");
DROP INDEX "queue_item_project_id_call_id_idx";
