-- What is learned of the answers of a queue: the order in which items teach most, and suggestions at the desk.
ALTER TYPE "item_order" ADD VALUE 'informative';

ALTER TABLE "annotation_queue" ADD COLUMN     "shows_suggestions" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "queue_item" ADD COLUMN     "rank" INTEGER;

CREATE TABLE "queue_learning" (
    "project_id" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "fits" JSON NOT NULL DEFAULT '[]',

    CONSTRAINT "queue_learning_pkey" PRIMARY KEY ("project_id","queue_id")
);

CREATE TABLE "item_suggestion" (
    "project_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "field_ref" TEXT NOT NULL,
    "queue_id" TEXT NOT NULL,
    "value" JSON NOT NULL,
    "probability" DOUBLE PRECISION NOT NULL,
    "is_hidden" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_suggestion_pkey" PRIMARY KEY ("project_id","item_id","field_ref")
);

CREATE INDEX "item_suggestion_project_id_queue_id_idx" ON "item_suggestion"("project_id", "queue_id");

ALTER TABLE "queue_learning" ADD CONSTRAINT "queue_learning_project_id_queue_id_fkey" FOREIGN KEY ("project_id", "queue_id") REFERENCES "annotation_queue"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "item_suggestion" ADD CONSTRAINT "item_suggestion_project_id_item_id_fkey" FOREIGN KEY ("project_id", "item_id") REFERENCES "queue_item"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As the indexes of the other orders; items of queues in another order have no rank and are not in it.
CREATE INDEX "queue_item_open_informative" ON "queue_item" ("project_id", "queue_id", "rank") WHERE "deleted_at" IS NULL AND "is_open" AND "rank" IS NOT NULL;
