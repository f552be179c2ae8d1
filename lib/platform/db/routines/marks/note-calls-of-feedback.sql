-- Set off by: each statement that adds, changes or removes rows of feedback.
-- Notes the calls that it is about. The call may come later, and a call that another transaction adds is not seen here: what reads or folds
-- the note finds its thread.

CREATE OR REPLACE FUNCTION note_calls_of_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO call_marked (project_id, call_id) SELECT DISTINCT project_id, call_id FROM new_feedback WHERE call_id IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO call_marked (project_id, call_id) SELECT DISTINCT project_id, call_id FROM old_feedback WHERE call_id IS NOT NULL;
  ELSE
    INSERT INTO call_marked (project_id, call_id)
      SELECT DISTINCT project_id, call.id FROM old_feedback o JOIN new_feedback n USING (project_id, id)
        CROSS JOIN LATERAL (VALUES (o.call_id), (n.call_id)) call (id)
        WHERE o.call_id IS DISTINCT FROM n.call_id AND call.id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER feedback_inserted_note_calls AFTER INSERT ON feedback
  REFERENCING NEW TABLE AS new_feedback FOR EACH STATEMENT EXECUTE FUNCTION note_calls_of_feedback();
CREATE OR REPLACE TRIGGER feedback_updated_note_calls AFTER UPDATE ON feedback
  REFERENCING OLD TABLE AS old_feedback NEW TABLE AS new_feedback FOR EACH STATEMENT EXECUTE FUNCTION note_calls_of_feedback();
CREATE OR REPLACE TRIGGER feedback_deleted_note_calls AFTER DELETE ON feedback
  REFERENCING OLD TABLE AS old_feedback FOR EACH STATEMENT EXECUTE FUNCTION note_calls_of_feedback();
