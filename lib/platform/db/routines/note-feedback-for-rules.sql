-- Set off by: each statement that adds or changes rows of feedback.
-- Notes the calls that it is about, where a rule is at work: conditions may name feedback. A call that has not ended is noted by its end.

CREATE OR REPLACE FUNCTION note_feedback_for_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rule_inbox (project_id, call_ids)
    SELECT f.project_id, array_agg(DISTINCT f.call_id) FROM said f
    WHERE f.call_id IS NOT NULL
      AND EXISTS (
        SELECT FROM queue_rule r WHERE r.project_id = f.project_id AND r.deleted_at IS NULL AND NOT r.is_paused)
    GROUP BY f.project_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER feedback_inserted_for_rules AFTER INSERT ON feedback
  REFERENCING NEW TABLE AS said FOR EACH STATEMENT EXECUTE FUNCTION note_feedback_for_rules();
CREATE OR REPLACE TRIGGER feedback_updated_for_rules AFTER UPDATE ON feedback
  REFERENCING NEW TABLE AS said FOR EACH STATEMENT EXECUTE FUNCTION note_feedback_for_rules();
