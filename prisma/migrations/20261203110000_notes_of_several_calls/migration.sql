-- A note is about a few calls of one statement, so that recording a batch writes few of them.
ALTER TABLE "rule_inbox" ADD COLUMN     "call_ids" TEXT[];
UPDATE "rule_inbox" SET "call_ids" = ARRAY["call_id"];
ALTER TABLE "rule_inbox" DROP COLUMN "call_id";
