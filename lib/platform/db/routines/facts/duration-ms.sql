-- The duration of a turn or call: the difference of two times that are each cut to milliseconds, and at least 0, since clocks disagree. Null if it
-- has not ended, or its source has no duration. Kept totals hold it.
CREATE OR REPLACE FUNCTION duration_ms(started_at timestamptz, ended_at timestamptz, is_untimed boolean) RETURNS float8 LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN $2 IS NOT NULL AND $3 IS NOT TRUE
    THEN greatest(0, round(1000 * date_part('epoch', date_trunc('milliseconds', $2) - date_trunc('milliseconds', $1)))) END
$$;
