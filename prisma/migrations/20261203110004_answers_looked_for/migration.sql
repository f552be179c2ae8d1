-- What builds look for item by item and call by call is found by the item and the call, whatever PostgreSQL believes of how much a project has.
CREATE INDEX "feedback_call_id_project_id_idx" ON "feedback"("call_id", "project_id");
DROP INDEX "feedback_project_id_call_id_idx";
CREATE INDEX "item_progress_item_id_annotator_id_idx" ON "item_progress"("item_id", "annotator_id");
