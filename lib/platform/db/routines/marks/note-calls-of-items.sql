-- Set off by: each statement that adds or removes rows of queue_item, and each row that is marked as deleted or taken back.
-- Notes the calls that the items hold, both of a pair, as `note_calls_of_feedback` does. Answers change no such column and set off nothing.

CREATE OR REPLACE FUNCTION note_calls_of_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO call_marked (project_id, call_id)
      SELECT DISTINCT project_id, held.call_id FROM new_items CROSS JOIN LATERAL (VALUES (new_items.call_id), (pair_call_id)) held (call_id)
      WHERE held.call_id IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO call_marked (project_id, call_id)
      SELECT DISTINCT project_id, held.call_id FROM old_items CROSS JOIN LATERAL (VALUES (old_items.call_id), (pair_call_id)) held (call_id)
      WHERE held.call_id IS NOT NULL;
  ELSE
    INSERT INTO call_marked (project_id, call_id)
      SELECT NEW.project_id, held.call_id FROM (VALUES (NEW.call_id), (NEW.pair_call_id)) held (call_id) WHERE held.call_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER queue_item_inserted_note_calls AFTER INSERT ON queue_item
  REFERENCING NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION note_calls_of_items();
CREATE OR REPLACE TRIGGER queue_item_deleted_note_calls AFTER DELETE ON queue_item
  REFERENCING OLD TABLE AS old_items FOR EACH STATEMENT EXECUTE FUNCTION note_calls_of_items();
CREATE OR REPLACE TRIGGER queue_item_left_note_calls AFTER UPDATE OF deleted_at ON queue_item
  FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION note_calls_of_items();
