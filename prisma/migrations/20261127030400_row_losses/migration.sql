-- What each row of a supervised job lost in each step that it was part of.
CREATE TABLE "training_row_loss" (
    "project_id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "loss" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "training_row_loss_pkey" PRIMARY KEY ("job_id","step","position")
);

ALTER TABLE "training_row_loss" ADD CONSTRAINT "training_row_loss_project_id_job_id_fkey" FOREIGN KEY ("project_id", "job_id") REFERENCES "training_job"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
