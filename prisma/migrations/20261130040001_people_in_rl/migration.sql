-- Answers of reinforcement that people are asked about.
ALTER TABLE "rl_run" ADD COLUMN "human" JSON;
ALTER TABLE "rl_round" ADD COLUMN "parked_at" TIMESTAMPTZ(3),
ADD COLUMN "human_deadline" TIMESTAMPTZ(3),
ADD COLUMN "settled_at" TIMESTAMPTZ(3);
ALTER TABLE "rl_rollout" ADD COLUMN "call_id" TEXT,
ADD COLUMN "human_value" DOUBLE PRECISION,
ADD COLUMN "settled_by" TEXT;
ALTER TABLE "rl_rollout" ADD CONSTRAINT "rl_rollout_settled_by_check" CHECK ("settled_by" IN ('people', 'judge', 'drop', 'mean'));
-- The few that people were asked about, among many.
CREATE INDEX "rl_rollout_call" ON "rl_rollout"("project_id", "call_id") WHERE "call_id" IS NOT NULL;
