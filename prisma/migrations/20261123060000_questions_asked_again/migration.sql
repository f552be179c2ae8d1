-- AlterTable
ALTER TABLE "item_progress" ADD COLUMN     "asked_again" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "asked_at" TIMESTAMPTZ(3);
