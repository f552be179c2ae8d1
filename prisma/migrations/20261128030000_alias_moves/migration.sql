-- Each time that an alias got, changed or lost its checkpoint. Of aliases from before, the last move is known.
CREATE TABLE "checkpoint_alias_move" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "alias" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "from_step" INTEGER,
    "step" INTEGER,
    "note" TEXT,
    "lines" JSON NOT NULL DEFAULT '[]',
    "moved_by" TEXT NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkpoint_alias_move_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "checkpoint_alias_move_project_id_model_id_alias_moved_at_idx" ON "checkpoint_alias_move"("project_id", "model_id", "alias", "moved_at");

ALTER TABLE "checkpoint_alias_move" ADD CONSTRAINT "checkpoint_alias_move_project_id_model_id_fkey" FOREIGN KEY ("project_id", "model_id") REFERENCES "model"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "checkpoint_alias_move" ("id", "project_id", "model_id", "alias", "kind", "from_step", "step", "moved_by", "moved_at")
SELECT gen_random_uuid()::text, "project_id", "model_id", "name", 'moved', "previous_step", "step", "updated_by", "updated_at"
FROM "checkpoint_alias";
