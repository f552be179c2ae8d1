CREATE TABLE "node" (
  "id" TEXT NOT NULL,
  "start_id" TEXT,
  "host_name" TEXT NOT NULL,
  "roles" TEXT[] NOT NULL,
  "version" TEXT NOT NULL,
  "engine" TEXT,
  "capabilities" JSON NOT NULL DEFAULT '{}',
  "url" TEXT,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "beat_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "node_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "node_beat_at_idx" ON "node"("beat_at");

-- Its one row was shared by all trainers; each has a row of its own now.
DELETE FROM "lease" WHERE "name" = 'trainer';
