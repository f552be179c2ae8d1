-- Items that only one annotator gets, which are handed out before all others.
CREATE INDEX "queue_item_open_assigned" ON "queue_item" ("project_id", "queue_id", "assigned_to")
  WHERE "deleted_at" IS NULL AND "is_open" AND "assigned_to" IS NOT NULL;

-- What annotators are at, or got back from a lead: a few rows among all that they have finished.
CREATE INDEX "item_progress_begun" ON "item_progress" ("project_id", "queue_id", "annotator_id")
  WHERE "state" = 'in_progress' OR "sent_back" IS NOT NULL;

-- The second calls of pairs, which their annotators may read as well.
CREATE INDEX "queue_item_pair_call" ON "queue_item" ("project_id", "pair_call_id") WHERE "pair_call_id" IS NOT NULL;
