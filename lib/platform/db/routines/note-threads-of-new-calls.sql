-- Set off by: each statement that adds rows of call.
-- Notes the threads whose turns or failed calls it touched, and those of calls about which there was feedback before they came.
-- Runs in the transaction of the calls, so that a reader who sees a call also sees its thread noted, or statistics that include it.
-- The worker folds what is noted (lib/jobs/duties/fold-thread-statistics.ts).

CREATE OR REPLACE FUNCTION note_threads_of_new_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id, has_marks)
    SELECT c.project_id, c.thread_id, bool_or(c.has_feedback)
    FROM (
      SELECT project_id, thread_id, coalesce(id = turn_id, false) OR exception IS NOT NULL AS counts,
        EXISTS (SELECT FROM feedback f WHERE f.call_id = n.id AND f.project_id || '' = n.project_id) AS has_feedback
      FROM new_calls n WHERE thread_id <> '') c
    WHERE c.counts OR c.has_feedback
    GROUP BY c.project_id, c.thread_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_inserted_note_threads AFTER INSERT ON call
  REFERENCING NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_new_calls();
