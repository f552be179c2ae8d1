-- Rows of other versions are found by what they are, not only by where they come from.
DROP INDEX "dataset_evidence_project_id_evidence_id_idx";

CREATE INDEX "dataset_evidence_project_id_evidence_id_content_hash_idx" ON "dataset_evidence"("project_id", "evidence_id", "content_hash");
