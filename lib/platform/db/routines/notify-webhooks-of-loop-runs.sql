-- Set off by: a run of a loop that asks an admin for an alias, or fails.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_loop_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, CASE WHEN NEW.state = 'failed' THEN 'loop.failed' ELSE 'loop.waiting' END, json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'loop_id', NEW.loop_id, 'run_id', NEW.id, 'promotion_id', NEW.promotion_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loop_run_failed_for_webhooks AFTER UPDATE ON loop_run
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'failed') EXECUTE FUNCTION notify_webhooks_of_loop_runs();
CREATE OR REPLACE TRIGGER loop_run_asks_for_webhooks AFTER UPDATE ON loop_run
  FOR EACH ROW WHEN (OLD.promotion_id IS NULL AND NEW.promotion_id IS NOT NULL) EXECUTE FUNCTION notify_webhooks_of_loop_runs();
