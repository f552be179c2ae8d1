-- Rows also come from what people preferred outside of queues.
ALTER TABLE "dataset_evidence" DROP CONSTRAINT "dataset_evidence_kind_check";
ALTER TABLE "dataset_evidence" ADD CONSTRAINT "dataset_evidence_kind_check" CHECK (kind IN ('answer', 'vote', 'decision', 'call', 'upload', 'version'));
