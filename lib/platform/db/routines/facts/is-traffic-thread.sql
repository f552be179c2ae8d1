-- Whether a thread is a conversation with people or programs, and no work of this service; what has no thread is traffic, too. The names are how
-- the threads begin in which evaluations, reinforcement and the playground record what they ask models. Kept totals hold the answer.
CREATE OR REPLACE FUNCTION is_traffic_thread(thread_id text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce($1, '') NOT LIKE ALL (ARRAY['eval/%', 'rl/%', 'playground-%'])
$$;
