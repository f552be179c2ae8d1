-- Rows also come from uploaded files and from versions of datasets.
ALTER TABLE "dataset_evidence" DROP CONSTRAINT "dataset_evidence_kind_check";
ALTER TABLE "dataset_evidence" ADD CONSTRAINT "dataset_evidence_kind_check" CHECK (kind IN ('answer', 'decision', 'call', 'upload', 'version'));
