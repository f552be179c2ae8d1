-- Set off by: a version of a dataset that is stored.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'dataset.version_ready', json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'dataset_id', NEW.dataset_id, 'version_id', NEW.id, 'number', NEW.number));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER dataset_version_inserted_for_webhooks AFTER INSERT ON dataset_version
  FOR EACH ROW EXECUTE FUNCTION notify_webhooks_of_versions();
