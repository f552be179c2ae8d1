-- Set off by: an annotator's state of an item that becomes completed.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'annotation.completed', json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'queue_id', NEW.queue_id, 'item_id', NEW.item_id, 'annotator_user_id', NEW.annotator_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER item_progress_inserted_for_webhooks AFTER INSERT ON item_progress
  FOR EACH ROW WHEN (NEW.state = 'completed') EXECUTE FUNCTION notify_webhooks_of_answers();
CREATE OR REPLACE TRIGGER item_progress_updated_for_webhooks AFTER UPDATE ON item_progress
  FOR EACH ROW WHEN (NEW.state = 'completed' AND OLD.state IS DISTINCT FROM 'completed') EXECUTE FUNCTION notify_webhooks_of_answers();
