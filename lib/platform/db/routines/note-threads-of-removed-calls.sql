-- Set off by: each statement that removes rows of call.
-- Notes the threads whose turns it touched.
-- Runs in the transaction of the calls, so that a reader who sees a call also sees its thread noted, or statistics that include it.
-- The worker folds what is noted (lib/jobs/duties/fold-thread-statistics.ts).

CREATE OR REPLACE FUNCTION note_threads_of_removed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id)
    SELECT DISTINCT project_id, thread_id FROM old_calls WHERE id = turn_id AND thread_id <> '';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_deleted_note_threads AFTER DELETE ON call
  REFERENCING OLD TABLE AS old_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_removed_calls();
