-- Times that a call's source did not tell, as its attributes say (lib/contract/untold-times.ts).
ALTER TABLE "call" ADD COLUMN     "is_undated" BOOLEAN,
ADD COLUMN     "is_untimed" BOOLEAN;
ALTER TABLE "thread_stat" ADD COLUMN     "is_start_undated" BOOLEAN NOT NULL DEFAULT false;

-- Statistics are still worked out without touching the table.
DROP INDEX "call_turn";
CREATE INDEX "call_turn" ON "call" ("project_id", "thread_id", "started_at") INCLUDE ("ended_at", "id", "is_undated", "is_untimed")
  WHERE "id" = "turn_id" AND "deleted_at" IS NULL;

-- Conversations that were imported before there was a mark. Their attributes are known to the letter. What took how long was made up unless
-- question and answer had a time each, which an answer's document then shows; when it began may have been told for the whole conversation,
-- so that only the duration is taken back. The mark goes into the text as it stands, which keeps the rest of it unread.
UPDATE "call" SET
  "is_untimed" = true,
  "attributes" = regexp_replace("attributes"::text, '\}\s*$', ',"spindle":{"not_in_source":["duration"]}}')::json
WHERE "attributes"::text ~ '^\{"import":\{"format":"(openai|sharegpt|dialogue)"[,}]' AND "attributes"::text NOT LIKE '%"spindle":%'
  AND "output"::text !~ '"(timestamp|created_at|started_at|create_time|created|time|date)":';
