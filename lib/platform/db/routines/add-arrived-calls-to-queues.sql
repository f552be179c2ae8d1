-- Set off by: each statement that adds or changes rows of call.
-- Turns calls that a queue was waiting for into its items. Each statement in here sees what was committed before it began, so after the
-- lock every request for one of these calls is either visible or will see the calls itself.

CREATE OR REPLACE FUNCTION "add_arrived_calls_to_queues"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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
  ON CONFLICT (project_id, queue_id, call_id, coalesce(pair_call_id, '')) WHERE deleted_at IS NULL DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "call_inserted_for_queues" AFTER INSERT ON "call"
  REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION "add_arrived_calls_to_queues"();
CREATE OR REPLACE TRIGGER "call_updated_for_queues" AFTER UPDATE ON "call"
  REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION "add_arrived_calls_to_queues"();
