-- Columns that hold one of a few words hold nothing else. Tables with few rows get a type for them.
CREATE TYPE "project_role" AS ENUM ('viewer', 'annotator', 'engineer', 'admin');
CREATE TYPE "queue_kind" AS ENUM ('single', 'pairwise');
CREATE TYPE "item_order" AS ENUM ('oldest', 'random', 'priority');
CREATE TYPE "skip_policy" AS ENUM ('others', 'me', 'drop');
CREATE TYPE "training_mode" AS ENUM ('lora', 'full');
CREATE TYPE "job_kind" AS ENUM ('rl', 'sft');
CREATE TYPE "job_state" AS ENUM ('queued', 'validating', 'running', 'cancelling', 'completed', 'failed', 'cancelled');
CREATE TYPE "deletion_stage" AS ENUM ('training', 'queues', 'feedback', 'calls', 'objects', 'models', 'rest');

ALTER TABLE "project_member" DROP CONSTRAINT "project_member_role",
  ALTER COLUMN "role" TYPE "project_role" USING "role"::"project_role";
ALTER TABLE "invitation" DROP CONSTRAINT "invitation_role",
  ALTER COLUMN "role" TYPE "project_role" USING "role"::"project_role";

ALTER TABLE "annotation_queue"
  ALTER COLUMN "kind" DROP DEFAULT,
  ALTER COLUMN "item_order" DROP DEFAULT,
  ALTER COLUMN "skip_policy" DROP DEFAULT,
  ALTER COLUMN "kind" TYPE "queue_kind" USING "kind"::"queue_kind",
  ALTER COLUMN "item_order" TYPE "item_order" USING "item_order"::"item_order",
  ALTER COLUMN "skip_policy" TYPE "skip_policy" USING "skip_policy"::"skip_policy",
  ALTER COLUMN "kind" SET DEFAULT 'single',
  ALTER COLUMN "item_order" SET DEFAULT 'oldest',
  ALTER COLUMN "skip_policy" SET DEFAULT 'others';

ALTER TABLE "model" ALTER COLUMN "training_mode" TYPE "training_mode" USING "training_mode"::"training_mode";

-- The index names states as texts.
DROP INDEX "training_job_unended";
ALTER TABLE "training_job" DROP CONSTRAINT "training_job_state_known",
  ALTER COLUMN "state" DROP DEFAULT,
  ALTER COLUMN "state" TYPE "job_state" USING "state"::"job_state",
  ALTER COLUMN "state" SET DEFAULT 'queued',
  ALTER COLUMN "kind" TYPE "job_kind" USING "kind"::"job_kind";
CREATE INDEX "training_job_unended" ON "training_job" ("model_id", "position")
  WHERE "state" IN ('queued', 'validating', 'running', 'cancelling');

ALTER TABLE "project_deletion"
  ALTER COLUMN "stage" DROP DEFAULT,
  ALTER COLUMN "stage" TYPE "deletion_stage" USING "stage"::"deletion_stage",
  ALTER COLUMN "stage" SET DEFAULT 'training';

-- Of large tables a check reads the rows once and rewrites none.
ALTER TABLE "queue_item" ADD CONSTRAINT "queue_item_annotation_state"
  CHECK ("annotation_state" IN ('unstarted', 'in_progress', 'completed', 'skipped'));
ALTER TABLE "item_progress" ADD CONSTRAINT "item_progress_state"
  CHECK ("state" IN ('unstarted', 'in_progress', 'completed', 'skipped'));
ALTER TABLE "object_version" ADD CONSTRAINT "object_version_kind" CHECK ("kind" IN ('op', 'object'));
ALTER TABLE "adjudication" ADD CONSTRAINT "adjudication_method" CHECK ("method" IN ('adopted', 'merged', 'written'));
ALTER TABLE "chat_usage" ADD CONSTRAINT "chat_usage_outcome" CHECK ("outcome" IN ('completed', 'cancelled', 'failed'));
