-- The state of a call, as `shape-call` derives it into `summary.weave.status`. Kept totals hold it.
CREATE OR REPLACE FUNCTION call_status(exception json, ended_at timestamptz, summary json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN $1 IS NOT NULL THEN 'error'
    WHEN $2 IS NULL THEN 'running'
    WHEN substring($3 #>> '{status_counts,error}' from '^[0-9]{1,15}$')::int8 > 0 THEN 'descendant_error'
    ELSE 'success' END
$$;
