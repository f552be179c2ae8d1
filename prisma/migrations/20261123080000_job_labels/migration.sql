-- AlterTable
ALTER TABLE "training_job" ADD COLUMN     "group_name" TEXT,
ADD COLUMN     "name" TEXT,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "training_job_project_id_group_name_idx" ON "training_job"("project_id", "group_name");
