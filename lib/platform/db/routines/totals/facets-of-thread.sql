-- What a thread adds to the totals of its project: one row for each of them. Those by hour and minute leave out threads whose date stands in no
-- source. A table, so that PostgreSQL makes it a part of the statement that names it.
CREATE OR REPLACE FUNCTION facets_of_thread(turn_count integer, p50_ms float8, first_start timestamptz, is_start_undated boolean, feedback integer)
RETURNS TABLE (facet text, place bigint, amount bigint) LANGUAGE sql STABLE PARALLEL SAFE ROWS 5 AS $$
  SELECT facet, place, amount FROM (VALUES
    ('turns', range_place($1), 1::bigint),
    ('median', range_place(floor($2)), 1),
    ('hour', CASE WHEN NOT $4 THEN floor(extract(epoch FROM $3) / 3600)::bigint END, 1),
    ('minute', CASE WHEN NOT $4 THEN floor(extract(epoch FROM $3) / 60)::bigint END, 1),
    ('feedback', 0, $5::bigint)) said (facet, place, amount)
  WHERE place IS NOT NULL AND amount > 0
$$;
