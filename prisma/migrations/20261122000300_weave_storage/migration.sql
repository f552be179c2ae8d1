-- CreateTable
CREATE TABLE "table_row" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "val" JSON NOT NULL,
    "sanitized" JSON,
    "size_bytes" INTEGER NOT NULL,

    CONSTRAINT "table_row_pkey" PRIMARY KEY ("project_id","digest")
);

-- CreateTable
CREATE TABLE "row_table" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "row_digests" TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "row_table_pkey" PRIMARY KEY ("project_id","digest")
);

-- CreateTable
CREATE TABLE "content_file" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "content_file_pkey" PRIMARY KEY ("project_id","digest")
);

-- Uncompressed, so that a part of a file is read without the rest of it.
ALTER TABLE "content_file" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
