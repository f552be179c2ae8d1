-- Set off by: a wish that an alias moves, as it is made and as it is decided.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_promotions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'promotion.' || NEW.state, json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'promotion_id', NEW.id, 'model_id', NEW.model_id, 'alias', NEW.alias, 'step', NEW.step));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER promotion_inserted_for_webhooks AFTER INSERT ON promotion
  FOR EACH ROW EXECUTE FUNCTION notify_webhooks_of_promotions();
CREATE OR REPLACE TRIGGER promotion_decided_for_webhooks AFTER UPDATE ON promotion
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION notify_webhooks_of_promotions();
