-- Set off by: each statement that changes rows of call.
-- Notes the threads whose turns it touched.
-- Runs in the transaction of the calls, so that a reader who sees a call also sees its thread noted, or statistics that include it.
-- The worker folds what is noted (lib/jobs/duties/fold-thread-statistics.ts).

CREATE OR REPLACE FUNCTION note_threads_of_changed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id)
    SELECT project_id, thread_id FROM old_calls WHERE id = turn_id AND thread_id <> ''
    UNION
    SELECT project_id, thread_id FROM new_calls WHERE id = turn_id AND thread_id <> '';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_updated_note_threads AFTER UPDATE ON call
  REFERENCING OLD TABLE AS old_calls NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_changed_calls();
