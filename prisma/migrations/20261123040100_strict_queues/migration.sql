-- AlterTable
ALTER TABLE "annotation_queue" ADD COLUMN     "is_strict" BOOLEAN NOT NULL DEFAULT false;
