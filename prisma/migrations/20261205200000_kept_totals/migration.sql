-- CreateTable
CREATE TABLE "call_change" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "sign" SMALLINT NOT NULL,
    "op_names" TEXT[],
    "are_roots" BOOLEAN[],
    "are_turns" BOOLEAN[],
    "are_traffic" BOOLEAN[],
    "statuses" TEXT[],
    "ms" BIGINT[],
    "bytes" BIGINT[],
    "tokens" DECIMAL(65,30)[],

    CONSTRAINT "call_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_total" (
    "project_id" TEXT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "op_name" TEXT NOT NULL,
    "is_root" BOOLEAN NOT NULL,
    "is_turn" BOOLEAN NOT NULL,
    "is_traffic" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "place" SMALLINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "tokens" DECIMAL(65,30) NOT NULL,
    "with_tokens" BIGINT NOT NULL,

    CONSTRAINT "call_total_pkey" PRIMARY KEY ("project_id","start","op_name","is_root","is_turn","is_traffic","status","place")
);

-- CreateTable
CREATE TABLE "turn_duration" (
    "project_id" TEXT NOT NULL,
    "place" SMALLINT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "is_traffic" BOOLEAN NOT NULL,
    "ms" BIGINT NOT NULL,
    "turns" BIGINT NOT NULL,

    CONSTRAINT "turn_duration_pkey" PRIMARY KEY ("project_id","place","start","is_traffic","ms")
);

-- CreateTable
CREATE TABLE "total_backfill" (
    "project_id" TEXT NOT NULL,
    "up_to" TEXT NOT NULL,

    CONSTRAINT "total_backfill_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "call_change_project_id_idx" ON "call_change"("project_id");

-- AddForeignKey
ALTER TABLE "call_total" ADD CONSTRAINT "call_total_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "turn_duration" ADD CONSTRAINT "turn_duration_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "total_backfill" ADD CONSTRAINT "total_backfill_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows live for a second and each read looks here first, as in thread_dirty.
ALTER TABLE "call_change" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);

-- Updated where they lie, many times an hour.
ALTER TABLE "call_total" SET (fillfactor = 70);

-- The worker counts the calls that are here already, while others arrive (lib/traces/totals/count-earlier-calls.ts).
INSERT INTO "total_backfill" ("project_id", "up_to")
  SELECT p."id", '' FROM "project" p WHERE EXISTS (SELECT FROM "call" c WHERE c."project_id" = p."id");
