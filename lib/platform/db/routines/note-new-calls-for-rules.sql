-- Set off by: each statement that adds rows of call, after add_arrived_calls_to_queues, which holds the project's lock of arrivals.
-- Notes calls that have ended, where a rule is at work, in one row a project. Setting a rule to work waits for calls that are being written
-- (lib/annotation/lock-arrivals.internal.ts), so each call is either noted or was there before.
-- The worker looks at what is noted (lib/jobs/duties/fill-queues.ts).

CREATE OR REPLACE FUNCTION note_new_calls_for_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rule_inbox (project_id, call_ids)
    SELECT c.project_id, array_agg(c.id) FROM new_calls c
    WHERE c.op_name IS NOT NULL AND c.started_at IS NOT NULL AND c.ended_at IS NOT NULL AND c.deleted_at IS NULL
      AND EXISTS (
        SELECT FROM queue_rule r WHERE r.project_id = c.project_id AND r.deleted_at IS NULL AND NOT r.is_paused)
    GROUP BY c.project_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_inserted_for_rules AFTER INSERT ON call
  REFERENCING NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_new_calls_for_rules();
