-- Called by: add_arrived_calls_to_queues, and lib/annotation/lock-arrivals.internal.ts.
-- Names the lock between a project's arriving calls and its queues' requests for missing ones. Writers of calls hold it shared until
-- commit; writers of a missing call hold it exclusively.

CREATE OR REPLACE FUNCTION "pending_calls_lock"("project_id" TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended("project_id", 20261121000400)
$$;
