-- works with code from: 20261216000000_sizes_of_base_models
CREATE TYPE "retention_unit" AS ENUM ('days', 'calls');

-- How long the calls of a project are kept, and how far the worker is with dropping older ones.
CREATE TABLE "call_retention" (
    "project_id" TEXT NOT NULL,
    "unit" "retention_unit" NOT NULL,
    "amount" INTEGER NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "until" TIMESTAMPTZ(6),
    "looked_at_start" TIMESTAMPTZ(6),
    "looked_at_id" TEXT,
    "dropped" BIGINT NOT NULL DEFAULT 0,
    "kept" BIGINT NOT NULL DEFAULT 0,
    "last_ended_at" TIMESTAMPTZ(3),
    "last_dropped" BIGINT NOT NULL DEFAULT 0,
    "last_kept" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "call_retention_pkey" PRIMARY KEY ("project_id")
);

ALTER TABLE "call_retention" ADD CONSTRAINT "call_retention_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The second calls of pairs, which are kept as the first ones are.
CREATE INDEX "queue_item_pair" ON "queue_item" ("pair_call_id", "project_id") WHERE "pair_call_id" IS NOT NULL;
