-- Which versions took rows of a version: few rows of evidence among many, found in an index that has no others.
CREATE INDEX "dataset_evidence_of_versions" ON "dataset_evidence" ("project_id", "evidence_id", "content_hash") WHERE "kind" = 'version';
-- What somebody said that became rows of a version, by the person: an index that begins with the project is as good as any other that does, until the
-- evidence has been counted. Calls and versions were said by nobody.
DROP INDEX "dataset_evidence_project_id_user_id_idx";
CREATE INDEX "dataset_evidence_of_people" ON "dataset_evidence" ("user_id", "version_id", "position") WHERE "user_id" IS NOT NULL;
