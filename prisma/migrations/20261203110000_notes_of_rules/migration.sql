-- One note for all calls of a statement: a row for each of a thousand calls cost recording an eighth of its rate.
ALTER TABLE "rule_inbox" ADD COLUMN "call_ids" TEXT[], ADD COLUMN "looked_at" INTEGER NOT NULL DEFAULT 0;
UPDATE "rule_inbox" SET "call_ids" = ARRAY["call_id"];
ALTER TABLE "rule_inbox" ALTER COLUMN "call_ids" SET NOT NULL, DROP COLUMN "call_id";
-- Ids of calls hardly compress, and trying to costs more than their bytes.
ALTER TABLE "rule_inbox" ALTER COLUMN "call_ids" SET STORAGE EXTERNAL;
