-- Set off by: each statement that changes rows of call, as note_new_calls_for_rules by one that adds them.
-- Notes calls that have ended by it, where a rule is at work; later changes of a call are not looked at.

CREATE OR REPLACE FUNCTION note_ended_calls_for_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_calls c JOIN queue_rule r ON r.project_id = c.project_id AND r.deleted_at IS NULL AND NOT r.is_paused) THEN
    RETURN NULL;
  END IF;
  INSERT INTO rule_inbox (project_id, call_ids)
    SELECT c.project_id, array_agg(c.id) FROM new_calls c
    JOIN old_calls o ON o.project_id = c.project_id AND o.id = c.id
    WHERE c.op_name IS NOT NULL AND c.started_at IS NOT NULL AND c.ended_at IS NOT NULL AND c.deleted_at IS NULL
      AND (o.op_name IS NULL OR o.started_at IS NULL OR o.ended_at IS NULL)
    GROUP BY c.project_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_updated_for_rules AFTER UPDATE ON call
  REFERENCING OLD TABLE AS old_calls NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_ended_calls_for_rules();
