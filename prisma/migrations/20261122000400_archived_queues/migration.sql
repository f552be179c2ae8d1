-- AlterTable
ALTER TABLE "annotation_queue" ADD COLUMN     "is_archived" BOOLEAN NOT NULL DEFAULT false;
