-- What the last backfill of a rule did.
ALTER TABLE "queue_rule" ADD COLUMN     "backfill_added" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "backfill_held_back" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "backfill_matched" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "backfilled_at" TIMESTAMPTZ(3);
