-- Gates of aliases, and the step that an alias had before.
ALTER TABLE "checkpoint_alias" ADD COLUMN "previous_step" INTEGER;

CREATE TABLE "checkpoint_gate" (
    "project_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "alias" TEXT NOT NULL,
    "target" JSON NOT NULL,
    "guards" JSON NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkpoint_gate_pkey" PRIMARY KEY ("project_id","model_id","alias")
);

ALTER TABLE "checkpoint_gate" ADD CONSTRAINT "checkpoint_gate_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
