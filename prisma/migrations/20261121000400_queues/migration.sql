-- A call is at most once in a queue; a removed item makes room for a new one.
CREATE UNIQUE INDEX "queue_item_live_call" ON "queue_item" ("project_id", "queue_id", "call_id") WHERE "deleted_at" IS NULL;

-- Statistics count from the index alone.
CREATE INDEX "queue_item_live_done" ON "queue_item" ("project_id", "queue_id", "is_done") WHERE "deleted_at" IS NULL;

-- A UUIDv7, as lib/ids.ts makes them; PostgreSQL has its own from version 18 on only. The bits 52 and 53 turn version 4 into 7.
CREATE FUNCTION "new_queue_item_id"() RETURNS TEXT LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
    FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid::text
$$;

-- Names the lock that keeps a project's arriving calls and its queues' requests for missing ones apart. Whoever writes calls holds it
-- shared until commit; whoever writes down a missing call holds it alone (lib/queues/add-queue-items.ts).
CREATE FUNCTION "pending_calls_lock"("project_id" TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended("project_id", 20261121000400)
$$;

-- Turns the pending calls that have arrived into items. Each statement in here sees what was committed before it began, so after the
-- lock every request for one of these calls is either visible or will see the calls itself.
CREATE FUNCTION "add_arrived_calls_to_queues"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pending_calls_lock(touched.project_id))
  FROM (SELECT DISTINCT project_id FROM arrived ORDER BY project_id) AS touched;

  -- Nearly always nothing is awaited; the statement below costs several times this question even then.
  IF NOT EXISTS (
    SELECT FROM arrived c JOIN pending_queue_call p ON p.project_id = c.project_id AND p.call_id = c.id) THEN
    RETURN NULL;
  END IF;

  WITH due AS (
    DELETE FROM pending_queue_call p
    USING arrived c
    WHERE p.project_id = c.project_id AND p.call_id = c.id
      AND c.op_name IS NOT NULL AND c.started_at IS NOT NULL AND c.deleted_at IS NULL
    RETURNING p.project_id, p.queue_id, p.call_id, p.display_fields, p.added_by,
      c.started_at, c.ended_at, c.op_name, c.trace_id)
  INSERT INTO queue_item (id, project_id, queue_id, call_id, call_started_at, call_ended_at, call_op_name, call_trace_id,
    display_fields, added_by, created_at, updated_at)
  SELECT new_queue_item_id(), due.project_id, due.queue_id, due.call_id, due.started_at, due.ended_at, due.op_name,
    coalesce(due.trace_id, ''), due.display_fields, due.added_by, statement_timestamp(), statement_timestamp()
  FROM due JOIN annotation_queue q ON q.project_id = due.project_id AND q.id = due.queue_id AND q.deleted_at IS NULL
  ORDER BY due.started_at, due.call_id
  ON CONFLICT (project_id, queue_id, call_id) WHERE deleted_at IS NULL DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER "call_inserted_for_queues" AFTER INSERT ON "call"
  REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION "add_arrived_calls_to_queues"();
CREATE TRIGGER "call_updated_for_queues" AFTER UPDATE ON "call"
  REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION "add_arrived_calls_to_queues"();
