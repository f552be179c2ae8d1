-- Set off by: a training job that ends.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'training_job.' || NEW.state::text, json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'job_id', NEW.id, 'model_id', NEW.model_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER training_job_ended_for_webhooks AFTER UPDATE ON training_job
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION notify_webhooks_of_jobs();
