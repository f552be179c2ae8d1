-- Set off by: a run of reinforcement that ends.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_rl_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'rl_run.' || NEW.state::text, json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'run_id', NEW.id, 'model_id', NEW.model_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rl_run_ended_for_webhooks AFTER UPDATE ON rl_run
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('completed', 'failed', 'cancelled')) EXECUTE FUNCTION notify_webhooks_of_rl_runs();
