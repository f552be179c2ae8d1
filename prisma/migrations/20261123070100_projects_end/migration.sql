-- A project has a shown name, and can be deleted with everything in it; what it holds names it by a foreign key.
ALTER TABLE "project" ADD COLUMN "display_name" TEXT, ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

CREATE TABLE "project_deletion" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "entity_name" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stage" TEXT NOT NULL DEFAULT 'training',
    "rows_total" BIGINT NOT NULL,
    "rows_done" BIGINT NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_deletion_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "project_deletion_project_id_key" ON "project_deletion"("project_id");

-- Nothing of ours ever left rows behind without their project, but somebody's hand in the database may have. They are kept: each gets a project
-- of the id that they name, in the entity "orphaned", where the admins of the instance can look at it and delete it.
CREATE TEMPORARY TABLE "orphan" ON COMMIT DROP AS
  SELECT o.project_id FROM (
    SELECT DISTINCT "project_id" FROM "invitation"
    UNION
    SELECT DISTINCT "project_id" FROM "call"
    UNION
    SELECT DISTINCT "project_id" FROM "thread_stat"
    UNION
    SELECT DISTINCT "project_id" FROM "object_version"
    UNION
    SELECT DISTINCT "project_id" FROM "table_row"
    UNION
    SELECT DISTINCT "project_id" FROM "row_table"
    UNION
    SELECT DISTINCT "project_id" FROM "content_file"
    UNION
    SELECT DISTINCT "project_id" FROM "feedback"
    UNION
    SELECT DISTINCT "project_id" FROM "annotation_queue"
    UNION
    SELECT DISTINCT "project_id" FROM "model"
    UNION
    SELECT DISTINCT "project_id" FROM "uploaded_file"
    UNION
    SELECT DISTINCT "project_id" FROM "chat_usage"
  ) o WHERE o.project_id IS NOT NULL AND NOT EXISTS (SELECT FROM "project" p WHERE p.id = o.project_id);
INSERT INTO "entity" ("name") SELECT 'orphaned' WHERE EXISTS (SELECT FROM "orphan") ON CONFLICT DO NOTHING;
INSERT INTO "project" ("id", "entity_name", "name", "created_by") SELECT project_id, 'orphaned', project_id, 'migration' FROM "orphan";

ALTER TABLE "invitation" ADD CONSTRAINT "invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "call" ADD CONSTRAINT "call_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "thread_stat" ADD CONSTRAINT "thread_stat_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "object_version" ADD CONSTRAINT "object_version_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "table_row" ADD CONSTRAINT "table_row_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "row_table" ADD CONSTRAINT "row_table_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "content_file" ADD CONSTRAINT "content_file_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "feedback" ADD CONSTRAINT "feedback_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "annotation_queue" ADD CONSTRAINT "annotation_queue_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "model" ADD CONSTRAINT "model_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "uploaded_file" ADD CONSTRAINT "uploaded_file_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who used how much stays known.
ALTER TABLE "chat_usage" ADD CONSTRAINT "chat_usage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE SET NULL ON UPDATE CASCADE;
