-- Set off by: each statement that adds, changes or removes rows of call.
-- Notes what is to be added to the kept totals and taken from them, one row for each hour that the statement touched.
-- Runs in the transaction of the calls, so that a reader who sees a call also sees its note, or totals that include it.
-- The worker adds up what is noted (lib/jobs/duties/fold-call-totals.ts). Calls that it has yet to count are left to it; the lock waits for the
-- batch that it counts just now.

CREATE OR REPLACE FUNCTION note_counts_of_changed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    IF EXISTS (SELECT FROM total_backfill) THEN
      PERFORM FROM total_backfill WHERE project_id IN (SELECT project_id FROM new_calls) ORDER BY project_id FOR SHARE;
    END IF;
    INSERT INTO call_change (project_id, hour, sign, op_names, are_roots, are_turns, are_traffic, statuses, ms, bytes, tokens)
      SELECT c.project_id, date_trunc('hour', c.started_at, 'UTC'), 1,
        array_agg(coalesce(c.op_name, '')), array_agg(c.parent_id IS NULL), array_agg(is_thread_turn(c.id, c.turn_id, c.thread_id)),
        array_agg(is_traffic_thread(c.thread_id)),
        array_agg(call_status(c.exception, c.ended_at, coalesce(c.sanitized -> 'summary', c.summary))),
        array_agg(CASE WHEN is_thread_turn(c.id, c.turn_id, c.thread_id) THEN duration_ms(c.started_at, c.ended_at, c.is_untimed)::bigint END),
        array_agg(documents_size(c.attributes, c.inputs, c.output, c.summary, c.otel_dump)),
        array_agg((SELECT tokens FROM tokens_of(coalesce(c.sanitized -> 'summary', c.summary))))
      FROM new_calls c LEFT JOIN total_backfill b ON b.project_id = c.project_id
      WHERE c.started_at IS NOT NULL AND c.deleted_at IS NULL AND (b.project_id IS NULL OR c.id <= b.up_to)
      GROUP BY 1, 2;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF EXISTS (SELECT FROM total_backfill) THEN
      PERFORM FROM total_backfill WHERE project_id IN (SELECT project_id FROM old_calls) ORDER BY project_id FOR SHARE;
    END IF;
    INSERT INTO call_change (project_id, hour, sign, op_names, are_roots, are_turns, are_traffic, statuses, ms, bytes, tokens)
      SELECT c.project_id, date_trunc('hour', c.started_at, 'UTC'), -1,
        array_agg(coalesce(c.op_name, '')), array_agg(c.parent_id IS NULL), array_agg(is_thread_turn(c.id, c.turn_id, c.thread_id)),
        array_agg(is_traffic_thread(c.thread_id)),
        array_agg(call_status(c.exception, c.ended_at, coalesce(c.sanitized -> 'summary', c.summary))),
        array_agg(CASE WHEN is_thread_turn(c.id, c.turn_id, c.thread_id) THEN duration_ms(c.started_at, c.ended_at, c.is_untimed)::bigint END),
        array_agg(documents_size(c.attributes, c.inputs, c.output, c.summary, c.otel_dump)),
        array_agg((SELECT tokens FROM tokens_of(coalesce(c.sanitized -> 'summary', c.summary))))
      FROM old_calls c LEFT JOIN total_backfill b ON b.project_id = c.project_id
      WHERE c.started_at IS NOT NULL AND c.deleted_at IS NULL AND (b.project_id IS NULL OR c.id <= b.up_to)
      GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER call_inserted_note_counts AFTER INSERT ON call
  REFERENCING NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_counts_of_changed_calls();
CREATE OR REPLACE TRIGGER call_updated_note_counts AFTER UPDATE ON call
  REFERENCING OLD TABLE AS old_calls NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_counts_of_changed_calls();
CREATE OR REPLACE TRIGGER call_deleted_note_counts AFTER DELETE ON call
  REFERENCING OLD TABLE AS old_calls FOR EACH STATEMENT EXECUTE FUNCTION note_counts_of_changed_calls();
