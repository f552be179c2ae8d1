-- Answers that no later build takes.
CREATE TABLE "retraction" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "annotator_user_id" TEXT,
    "item_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "feedback_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "since" TIMESTAMPTZ(3),
    "until" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lifted_by" TEXT,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "retraction_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "retraction_project_id_created_at_idx" ON "retraction"("project_id", "created_at");

ALTER TABLE "retraction" ADD CONSTRAINT "retraction_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
