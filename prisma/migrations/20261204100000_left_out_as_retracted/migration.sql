-- What the newest build of a version left out because it was retracted: where that is lifted, it counts again. Of versions from before nobody knows it.
CREATE TABLE "dataset_left_out" (
    "project_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "evidence_id" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,

    CONSTRAINT "dataset_left_out_pkey" PRIMARY KEY ("project_id","version_id","kind","evidence_id","content_hash")
);

ALTER TABLE "dataset_left_out" ADD CONSTRAINT "dataset_left_out_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "dataset_left_out" ADD CONSTRAINT "dataset_left_out_kind_check" CHECK (kind IN ('answer', 'vote', 'decision', 'version'));
