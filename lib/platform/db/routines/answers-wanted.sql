-- Called by: lib/annotation/slots.internal.ts and lib/annotation/quality/summarize-queues.ts.
-- How many answers an item wants, or null if everybody may give one. Which items are in the overlap depends on their ids alone, so that
-- changing the share adds or removes items and never draws others.

CREATE OR REPLACE FUNCTION "answers_wanted"("per_item" INTEGER, "share" DOUBLE PRECISION, "item_id" TEXT) RETURNS INTEGER
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN "per_item" IS NULL OR "share" IS NULL THEN "per_item"
    WHEN ('x' || substr(md5("item_id"), 1, 8))::bit(32)::bigint < "share" * 4294967296 THEN "per_item"
    ELSE 1
  END
$$;
