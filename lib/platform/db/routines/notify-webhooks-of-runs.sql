-- Set off by: a run of an evaluation that is measured, or cannot be.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'evaluation_run.' || NEW.state::text, json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'evaluation_id', NEW.evaluation_id, 'run_id', NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER evaluation_run_ended_for_webhooks AFTER UPDATE ON evaluation_run
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('completed', 'failed')) EXECUTE FUNCTION notify_webhooks_of_runs();
