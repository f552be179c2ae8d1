-- An operation's name may be longer than an entry of an index: the key holds its SHA-256.
-- AlterTable
ALTER TABLE "call_total" ADD COLUMN "op_key" BYTEA;
UPDATE "call_total" SET "op_key" = sha256(convert_to("op_name", 'UTF8'));
ALTER TABLE "call_total" ALTER COLUMN "op_key" SET NOT NULL,
DROP CONSTRAINT "call_total_pkey",
ADD CONSTRAINT "call_total_pkey" PRIMARY KEY ("project_id", "start", "op_key", "is_root", "is_turn", "is_traffic", "status", "place");

-- AlterTable
ALTER TABLE "call_change" ADD COLUMN "is_aside" BOOLEAN NOT NULL DEFAULT false;
