-- Whose answers became rows of which version, counted once when it is built: evidence is a row for each answer, and lineage asks after people.
CREATE TABLE "dataset_person" (
    "project_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "answer_count" INTEGER NOT NULL,
    "row_count" INTEGER NOT NULL,
    "train_count" INTEGER NOT NULL,

    CONSTRAINT "dataset_person_pkey" PRIMARY KEY ("project_id","user_id","version_id")
);

-- Each answer once, however many versions have it.
CREATE TABLE "dataset_answer" (
    "project_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "evidence_id" TEXT NOT NULL,

    CONSTRAINT "dataset_answer_pkey" PRIMARY KEY ("project_id","user_id","kind","evidence_id")
);

CREATE INDEX "dataset_person_project_id_version_id_idx" ON "dataset_person"("project_id", "version_id");

ALTER TABLE "dataset_person" ADD CONSTRAINT "dataset_person_project_id_version_id_fkey" FOREIGN KEY ("project_id", "version_id") REFERENCES "dataset_version"("project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "dataset_person" ("project_id", "user_id", "version_id", "answer_count", "row_count", "train_count")
SELECT e.project_id, e.user_id, e.version_id, count(DISTINCT (e.kind, e.evidence_id)), count(DISTINCT e.position),
  count(DISTINCT e.position) FILTER (WHERE NOT o.is_held_out)
FROM "dataset_evidence" e
JOIN "dataset_row" o ON o.project_id = e.project_id AND o.version_id = e.version_id AND o.position = e.position
WHERE e.user_id IS NOT NULL AND e.kind IN ('answer', 'vote', 'decision')
GROUP BY e.project_id, e.user_id, e.version_id;

INSERT INTO "dataset_answer" ("project_id", "user_id", "kind", "evidence_id")
SELECT DISTINCT e.project_id, e.user_id, e.kind, e.evidence_id FROM "dataset_evidence" e
WHERE e.user_id IS NOT NULL AND e.kind IN ('answer', 'vote', 'decision');
