-- CreateTable
CREATE TABLE "thread_total" (
    "project_id" TEXT NOT NULL,
    "facet" TEXT NOT NULL,
    "place" BIGINT NOT NULL,
    "is_traffic" BOOLEAN NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "thread_total_pkey" PRIMARY KEY ("project_id","facet","place","is_traffic")
);

-- CreateTable
CREATE TABLE "thread_total_backfill" (
    "project_id" TEXT NOT NULL,

    CONSTRAINT "thread_total_backfill_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "thread_total" ADD CONSTRAINT "thread_total_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_total_backfill" ADD CONSTRAINT "thread_total_backfill_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows that change with every fold leave room for that on their page, as in call_total.
ALTER TABLE "thread_total" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The worker adds up what is there (lib/traces/threads/total-earlier-threads.ts).
INSERT INTO "thread_total_backfill" ("project_id") SELECT "id" FROM "project";
