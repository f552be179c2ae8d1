-- Below which agreement the people who lead a queue want to hear of it.
ALTER TABLE "annotation_queue" ADD COLUMN "min_agreement" DOUBLE PRECISION;

-- What was last found of a queue by what reports to addresses.
CREATE TABLE "queue_report" (
    "project_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "completed_to" BIGINT,
    "is_agreement_low" BOOLEAN NOT NULL DEFAULT false,
    "agreement_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "queue_report_pkey" PRIMARY KEY ("project_id","queue_id")
);

ALTER TABLE "queue_report" ADD CONSTRAINT "queue_report_project_id_queue_id_fkey" FOREIGN KEY ("project_id", "queue_id") REFERENCES "annotation_queue"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
