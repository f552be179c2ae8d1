-- Queues in which people compare the answers of two runs without knowing whose they are.
CREATE TABLE "blind_queue" (
    "project_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "evaluation_id" TEXT NOT NULL,
    "run_a" TEXT NOT NULL,
    "run_b" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blind_queue_pkey" PRIMARY KEY ("project_id", "queue_id")
);

CREATE INDEX "blind_queue_project_id_evaluation_id_created_at_idx" ON "blind_queue"("project_id", "evaluation_id", "created_at");

ALTER TABLE "blind_queue" ADD CONSTRAINT "blind_queue_project_id_queue_id_fkey" FOREIGN KEY ("project_id", "queue_id") REFERENCES "annotation_queue"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "blind_queue" ADD CONSTRAINT "blind_queue_project_id_evaluation_id_fkey" FOREIGN KEY ("project_id", "evaluation_id") REFERENCES "evaluation"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "blind_queue" ADD CONSTRAINT "blind_queue_project_id_run_a_fkey" FOREIGN KEY ("project_id", "run_a") REFERENCES "evaluation_run"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "blind_queue" ADD CONSTRAINT "blind_queue_project_id_run_b_fkey" FOREIGN KEY ("project_id", "run_b") REFERENCES "evaluation_run"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "blind_pair" (
    "project_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "row_digest" TEXT NOT NULL,
    "sample" INTEGER NOT NULL,
    "unit_keys" TEXT[],
    "call_id" TEXT,
    "is_swapped" BOOLEAN NOT NULL,

    CONSTRAINT "blind_pair_pkey" PRIMARY KEY ("project_id", "queue_id", "row_digest", "sample")
);

ALTER TABLE "blind_pair" ADD CONSTRAINT "blind_pair_project_id_queue_id_fkey" FOREIGN KEY ("project_id", "queue_id") REFERENCES "blind_queue"("project_id", "queue_id") ON DELETE RESTRICT ON UPDATE CASCADE;
