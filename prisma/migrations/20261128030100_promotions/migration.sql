-- Somebody asks that an alias moves to a checkpoint, and an admin approves or refuses.
ALTER TABLE "checkpoint_gate" ADD COLUMN "needs_approval" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "checkpoint_alias_move" ADD COLUMN "asked_by" TEXT;

CREATE TABLE "promotion" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "alias" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "note" TEXT,
    "lines" JSON NOT NULL DEFAULT '[]',
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision" TEXT,

    CONSTRAINT "promotion_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "promotion_project_id_state_asked_at_idx" ON "promotion"("project_id", "state", "asked_at");

ALTER TABLE "promotion" ADD CONSTRAINT "promotion_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
