-- Set off by: a round of reinforcement that begins to wait for people.
-- Reports it to addresses: the ids by which a receiver reads more, and no content (notify_webhooks).

CREATE OR REPLACE FUNCTION notify_webhooks_of_rl_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_webhooks(NEW.project_id, 'rl_run.waiting_for_people', json_build_object(
    'project_id', (SELECT entity_name || '/' || name FROM project WHERE id = NEW.project_id),
    'run_id', NEW.run_id, 'round', NEW.round,
    'queue_id', (SELECT human ->> 'queue_id' FROM rl_run WHERE id = NEW.run_id),
    'deadline', to_char(NEW.human_deadline AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rl_round_parked_for_webhooks AFTER UPDATE ON rl_round
  FOR EACH ROW WHEN (OLD.human_deadline IS NULL AND NEW.human_deadline IS NOT NULL) EXECUTE FUNCTION notify_webhooks_of_rl_rounds();
