-- Whether a call is a turn of a thread, which has a name.
CREATE OR REPLACE FUNCTION is_thread_turn(id text, turn_id text, thread_id text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce($1 = $2 AND $3 <> '', false)
$$;
