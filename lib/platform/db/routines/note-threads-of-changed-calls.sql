-- Set off by: each statement that changes rows of call.
-- Notes the threads whose turns or failed calls it touched, and those into or out of which calls have moved: what hangs on a call moves with it.
-- Runs in the transaction of the calls, so that a reader who sees a call also sees its thread noted, or statistics that include it.
-- The worker folds what is noted (lib/jobs/duties/fold-thread-statistics.ts).

CREATE OR REPLACE FUNCTION note_threads_of_changed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id, has_marks)
    SELECT touched.project_id, touched.thread_id, bool_or(touched.has_moved)
    FROM (
      SELECT project_id, thread_id, false AS has_moved FROM old_calls
        WHERE (id = turn_id OR exception IS NOT NULL) AND thread_id <> ''
      UNION ALL
      SELECT project_id, thread_id, false FROM new_calls
        WHERE (id = turn_id OR exception IS NOT NULL) AND thread_id <> ''
      UNION ALL
      SELECT project_id, place.thread_id, true
        FROM old_calls o JOIN new_calls n USING (project_id, id)
        CROSS JOIN LATERAL (VALUES (o.thread_id), (n.thread_id)) place (thread_id)
        WHERE place.thread_id <> '' AND (o.thread_id, o.started_at, o.deleted_at) IS DISTINCT FROM (n.thread_id, n.started_at, n.deleted_at)) touched
    GROUP BY touched.project_id, touched.thread_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_updated_note_threads AFTER UPDATE ON call
  REFERENCING OLD TABLE AS old_calls NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_changed_calls();
