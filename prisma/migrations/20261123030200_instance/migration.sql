CREATE TABLE "instance" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "secret_fingerprint" TEXT NOT NULL,
  "store_id" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "instance_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "instance" ADD CONSTRAINT "instance_one_row" CHECK ("id" = 1);
