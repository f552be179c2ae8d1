-- Until when the newest build of a dataset read answers, whether or not it stored a version. Of builds from before, the newest version says it.
ALTER TABLE "dataset" ADD COLUMN     "read_at" TIMESTAMPTZ(3);
