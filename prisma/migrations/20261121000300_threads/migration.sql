-- Turns of a thread by time, with all that their statistics need: a thread, or the part of it inside a time window, is recomputed
-- without touching the table.
CREATE INDEX call_turn ON call (project_id, thread_id, started_at) INCLUDE (ended_at, id)
  WHERE id = turn_id AND deleted_at IS NULL;

-- One index for each order of the list, with thread_id as the tie-break in the order of its bytes, which is the same on every server.
-- Every summary has turns; the condition keeps the indexes out of schema.prisma, which could not say the collation.
CREATE INDEX thread_stat_thread ON thread_stat (project_id, thread_id COLLATE "C") WHERE turn_count > 0;
CREATE INDEX thread_stat_start ON thread_stat (project_id, first_start, thread_id COLLATE "C") INCLUDE (last_start) WHERE turn_count > 0;
CREATE INDEX thread_stat_updated ON thread_stat (project_id, last_updated, thread_id COLLATE "C") WHERE turn_count > 0;
CREATE INDEX thread_stat_turns ON thread_stat (project_id, turn_count, thread_id COLLATE "C") WHERE turn_count > 0;
CREATE INDEX thread_stat_turns_desc ON thread_stat (project_id, turn_count DESC, thread_id COLLATE "C") WHERE turn_count > 0;
CREATE INDEX thread_stat_p50 ON thread_stat (project_id, p50_ms, thread_id COLLATE "C") WHERE turn_count > 0;
CREATE INDEX thread_stat_p50_desc ON thread_stat (project_id, p50_ms DESC NULLS LAST, thread_id COLLATE "C") WHERE turn_count > 0;
CREATE INDEX thread_stat_p99 ON thread_stat (project_id, p99_ms, thread_id COLLATE "C") WHERE turn_count > 0;
CREATE INDEX thread_stat_p99_desc ON thread_stat (project_id, p99_ms DESC NULLS LAST, thread_id COLLATE "C") WHERE turn_count > 0;

-- Long threads, which alone can cross a time that lies more than a day after their start.
CREATE INDEX thread_stat_long ON thread_stat (project_id, first_start) INCLUDE (last_start, thread_id)
  WHERE last_start - first_start > interval '24 hours';

-- Rows live for a second and each read looks here first, so dead ones are cleared by number and not by share.
ALTER TABLE thread_dirty SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- Notes are written in the transaction of the calls that they tell of: whoever sees a call sees its note, or statistics that have it.
CREATE FUNCTION note_threads_of_new_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id)
    SELECT DISTINCT project_id, thread_id FROM new_calls WHERE id = turn_id AND thread_id <> '';
  RETURN NULL;
END $$;

CREATE FUNCTION note_threads_of_changed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id)
    SELECT project_id, thread_id FROM old_calls WHERE id = turn_id AND thread_id <> ''
    UNION
    SELECT project_id, thread_id FROM new_calls WHERE id = turn_id AND thread_id <> '';
  RETURN NULL;
END $$;

CREATE FUNCTION note_threads_of_removed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO thread_dirty (project_id, thread_id)
    SELECT DISTINCT project_id, thread_id FROM old_calls WHERE id = turn_id AND thread_id <> '';
  RETURN NULL;
END $$;

CREATE TRIGGER call_inserted_note_threads AFTER INSERT ON call
  REFERENCING NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_new_calls();
CREATE TRIGGER call_updated_note_threads AFTER UPDATE ON call
  REFERENCING OLD TABLE AS old_calls NEW TABLE AS new_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_changed_calls();
CREATE TRIGGER call_deleted_note_threads AFTER DELETE ON call
  REFERENCING OLD TABLE AS old_calls FOR EACH STATEMENT EXECUTE FUNCTION note_threads_of_removed_calls();

-- Calls that were stored before the triggers existed.
INSERT INTO thread_dirty (project_id, thread_id)
  SELECT DISTINCT project_id, thread_id FROM call WHERE id = turn_id AND thread_id <> '';
