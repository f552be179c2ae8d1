-- How many calls were made for the answer of a row that it does not have. Of versions from before nobody counted, until they are built again.
ALTER TABLE "dataset_row" ADD COLUMN "missing_calls" INTEGER;
CREATE INDEX "dataset_row_misses_calls" ON "dataset_row" ("version_id", "position") WHERE "missing_calls" IS NOT NULL;
