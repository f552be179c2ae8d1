-- What binds a row to others, so that other datasets can keep it out.
ALTER TABLE "dataset_row" ADD COLUMN "keys" BIGINT[] DEFAULT ARRAY[]::BIGINT[];
