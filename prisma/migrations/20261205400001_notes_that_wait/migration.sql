-- AlterTable
ALTER TABLE "call_marked" ADD COLUMN "waits_for" BIGINT;
