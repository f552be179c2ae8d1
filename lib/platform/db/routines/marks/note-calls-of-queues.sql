-- Set off by: each queue that is marked as deleted or taken back.
-- Notes the calls that its items hold: they are in one queue less, or more.

CREATE OR REPLACE FUNCTION note_calls_of_queues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_marked (project_id, call_id)
    SELECT DISTINCT i.project_id, held.call_id FROM queue_item i CROSS JOIN LATERAL (VALUES (i.call_id), (i.pair_call_id)) held (call_id)
    WHERE i.project_id = NEW.project_id AND i.queue_id = NEW.id AND held.call_id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER annotation_queue_left_note_calls AFTER UPDATE OF deleted_at ON annotation_queue
  FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION note_calls_of_queues();
