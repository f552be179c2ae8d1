-- Set off by: each statement that removes rows of call.
-- Notes the threads that they were in, with what hung on them.
-- Runs in the transaction of the calls, so that a reader who sees a call also sees its thread noted, or statistics that include it.
-- The worker folds what is noted (lib/jobs/duties/fold-thread-statistics.ts).

CREATE OR REPLACE FUNCTION note_threads_of_removed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id, has_marks)
    SELECT DISTINCT project_id, thread_id, true FROM old_calls WHERE thread_id <> '';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_deleted_note_threads AFTER DELETE ON call
  REFERENCING OLD TABLE AS old_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_removed_calls();
