-- Which fields were answered in a queue is asked with every row that is shown beside an answer; from this index it is a few steps, and not all answers.
DROP INDEX "feedback_project_id_queue_id_idx";
CREATE INDEX "feedback_project_id_queue_id_annotation_ref_idx" ON "feedback"("project_id", "queue_id", "annotation_ref");
