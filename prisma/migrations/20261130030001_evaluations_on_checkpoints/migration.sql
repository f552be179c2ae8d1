-- Evaluations can be put away, and run by themselves on each new checkpoint of models that they watch.
ALTER TABLE "evaluation" ADD COLUMN "is_archived" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "evaluation_model" (
    "project_id" TEXT NOT NULL,
    "evaluation_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "added_by" TEXT NOT NULL,

    CONSTRAINT "evaluation_model_pkey" PRIMARY KEY ("project_id", "evaluation_id", "model_id")
);

CREATE INDEX "evaluation_model_project_id_model_id_idx" ON "evaluation_model"("project_id", "model_id");

ALTER TABLE "evaluation_model" ADD CONSTRAINT "evaluation_model_project_id_evaluation_id_fkey" FOREIGN KEY ("project_id", "evaluation_id") REFERENCES "evaluation"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "evaluation_model" ADD CONSTRAINT "evaluation_model_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The checkpoint whose arrival started a run; each starts one of each evaluation, whatever dies in between.
ALTER TABLE "evaluation_run" ADD COLUMN "checkpoint_id" TEXT;

CREATE UNIQUE INDEX "evaluation_run_project_id_evaluation_id_checkpoint_id_key" ON "evaluation_run"("project_id", "evaluation_id", "checkpoint_id");
