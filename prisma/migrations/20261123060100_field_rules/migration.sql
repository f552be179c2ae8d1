-- AlterTable
ALTER TABLE "annotation_queue" ADD COLUMN     "field_rules" JSON NOT NULL DEFAULT '[]';
