-- What scores answers, by name.
CREATE TABLE "grader" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "definition" JSON NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grader_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "grader_project_id_id_key" ON "grader"("project_id", "id");
CREATE UNIQUE INDEX "grader_project_id_name_key" ON "grader"("project_id", "name");
ALTER TABLE "grader" ADD CONSTRAINT "grader_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
