-- From which agreement with people on a grader is trusted.
ALTER TABLE "grader"
    ADD COLUMN "min_kappa" DOUBLE PRECISION NOT NULL DEFAULT 0.4,
    ADD COLUMN "min_calls" INTEGER NOT NULL DEFAULT 50;

-- How far a grader agreed with people when it was measured.
CREATE TABLE "grader_measurement" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "grader_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "field" TEXT,
    "definition" JSON NOT NULL,
    "answered_after" TIMESTAMPTZ(3),
    "figures" JSON NOT NULL,
    "disagreements" JSON NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grader_measurement_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "grader_measurement_project_id_id_key" ON "grader_measurement"("project_id", "id");
CREATE INDEX "grader_measurement_project_id_grader_id_created_at_idx" ON "grader_measurement"("project_id", "grader_id", "created_at");
ALTER TABLE "grader_measurement" ADD CONSTRAINT "grader_measurement_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "grader_measurement" ADD CONSTRAINT "grader_measurement_project_id_grader_id_fkey" FOREIGN KEY ("project_id", "grader_id") REFERENCES "grader"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
