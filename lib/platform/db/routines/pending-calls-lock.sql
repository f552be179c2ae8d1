-- Called by: add_arrived_calls_to_queues, and lib/annotation/lock-arrivals.internal.ts.
-- Names the lock that keeps a project's arriving calls apart from its queues' requests for missing ones. Whoever writes calls holds it
-- shared until commit; whoever writes down a missing call holds it alone.

CREATE OR REPLACE FUNCTION "pending_calls_lock"("project_id" TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended("project_id", 20261121000400)
$$;
