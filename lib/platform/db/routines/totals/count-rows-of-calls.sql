-- Has PostgreSQL count calls and summaries of threads, for its plans. It does so by itself once a minute at most, and until then reads a project that was
-- just loaded by indexes that find nothing quickly. Only the owner of a table may ask for it, and the service's role is not; so this runs as the owner,
-- and takes nothing from its caller.
CREATE OR REPLACE FUNCTION count_rows_of_calls() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  ANALYZE call;
  ANALYZE thread_stat;
END $$;
