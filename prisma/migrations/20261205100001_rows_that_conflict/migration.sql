-- Rows of a version with one prompt that teach different values have the place of the first of them. Of versions from before nobody knows it, until they are built again.
ALTER TABLE "dataset_row" ADD COLUMN "conflict" INTEGER;
CREATE INDEX "dataset_row_in_conflict" ON "dataset_row" ("version_id", "conflict", "position") WHERE "conflict" IS NOT NULL;
