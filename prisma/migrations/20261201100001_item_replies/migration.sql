-- What checkpoints say to items, asked once.
CREATE TABLE "item_reply" (
    "project_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "checkpoint_id" TEXT NOT NULL,
    "prompt_hash" TEXT NOT NULL,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_reply_pkey" PRIMARY KEY ("project_id","item_id","checkpoint_id")
);

ALTER TABLE "item_reply" ADD CONSTRAINT "item_reply_project_id_item_id_fkey" FOREIGN KEY ("project_id", "item_id") REFERENCES "queue_item"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
