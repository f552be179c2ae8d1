-- Datasets: recipes, the versions that were built by them, and what each row was made from.
CREATE TYPE "dataset_kind" AS ENUM ('sft', 'preference');

CREATE TABLE "dataset" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "dataset_kind" NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "recipe" JSON NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dataset_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "dataset_version" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "object_digest" TEXT NOT NULL,
    "table_digest" TEXT NOT NULL,
    "recipe" JSON NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "counts" JSON NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dataset_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "dataset_row" (
    "project_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "row_digest" TEXT NOT NULL,
    "is_held_out" BOOLEAN NOT NULL,

    CONSTRAINT "dataset_row_pkey" PRIMARY KEY ("project_id","version_id","position")
);

CREATE TABLE "dataset_evidence" (
    "project_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "evidence_id" TEXT NOT NULL,
    "user_id" TEXT,
    "content_hash" BYTEA NOT NULL,

    CONSTRAINT "dataset_evidence_pkey" PRIMARY KEY ("project_id","version_id","position","kind","evidence_id")
);

CREATE TABLE "dataset_rejection" (
    "project_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "source" INTEGER NOT NULL,
    "source_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "dataset_rejection_pkey" PRIMARY KEY ("project_id","version_id","ordinal")
);

CREATE UNIQUE INDEX "dataset_project_id_id_key" ON "dataset"("project_id", "id");

CREATE UNIQUE INDEX "dataset_project_id_name_key" ON "dataset"("project_id", "name");

CREATE UNIQUE INDEX "dataset_version_project_id_id_key" ON "dataset_version"("project_id", "id");

CREATE UNIQUE INDEX "dataset_version_project_id_dataset_id_number_key" ON "dataset_version"("project_id", "dataset_id", "number");

CREATE UNIQUE INDEX "dataset_version_project_id_dataset_id_content_hash_key" ON "dataset_version"("project_id", "dataset_id", "content_hash");

CREATE INDEX "dataset_evidence_project_id_evidence_id_idx" ON "dataset_evidence"("project_id", "evidence_id");

CREATE INDEX "dataset_evidence_project_id_user_id_idx" ON "dataset_evidence"("project_id", "user_id");

CREATE INDEX "dataset_rejection_project_id_version_id_reason_idx" ON "dataset_rejection"("project_id", "version_id", "reason");

ALTER TABLE "dataset" ADD CONSTRAINT "dataset_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "dataset_version" ADD CONSTRAINT "dataset_version_project_id_dataset_id_fkey" FOREIGN KEY ("project_id", "dataset_id") REFERENCES "dataset"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "dataset_row" ADD CONSTRAINT "dataset_row_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "dataset_evidence" ADD CONSTRAINT "dataset_evidence_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "dataset_rejection" ADD CONSTRAINT "dataset_rejection_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "dataset_evidence" ADD CONSTRAINT "dataset_evidence_kind_check" CHECK (kind IN ('answer', 'decision', 'call'));
