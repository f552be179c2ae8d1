-- Since when a retraction is in force, which a build that read later has heard of. Of those from before, every version is asked.
ALTER TABLE "retraction" ADD COLUMN     "in_force_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Until when the newest build that gave just this version read. Of versions from before, as_of says it.
ALTER TABLE "dataset_version" ADD COLUMN     "read_at" TIMESTAMPTZ(3);
