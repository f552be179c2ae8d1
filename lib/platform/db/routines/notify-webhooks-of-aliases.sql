-- Set off by: an alias that is given, or moves to another step.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_aliases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'checkpoint_alias.moved', json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'model_id', NEW.model_id, 'alias', NEW.name, 'step', NEW.step));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER checkpoint_alias_inserted_for_webhooks AFTER INSERT ON checkpoint_alias
  FOR EACH ROW EXECUTE FUNCTION notify_webhooks_of_aliases();
CREATE OR REPLACE TRIGGER checkpoint_alias_updated_for_webhooks AFTER UPDATE ON checkpoint_alias
  FOR EACH ROW WHEN (OLD.step IS DISTINCT FROM NEW.step) EXECUTE FUNCTION notify_webhooks_of_aliases();
