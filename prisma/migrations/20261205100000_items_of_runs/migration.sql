-- Which reinforcement run asked about an item, for as long as there is the item: `awaited_by` is gone once nobody waits.
ALTER TABLE "queue_item" ADD COLUMN "asked_by" TEXT;
UPDATE "queue_item" i SET "asked_by" = t."run_id"
  FROM "rl_rollout" t JOIN "rl_run" n ON n."project_id" = t."project_id" AND n."id" = t."run_id"
  WHERE t."project_id" = i."project_id" AND t."call_id" = i."call_id" AND n."human" ->> 'queue_id' = i."queue_id"
    AND i."created_at" = (
      SELECT min(f."created_at") FROM "queue_item" f
      WHERE f."project_id" = i."project_id" AND f."queue_id" = i."queue_id" AND f."call_id" = i."call_id");
