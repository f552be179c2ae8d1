-- Called by: the functions notify_webhooks_of_…, which triggers call.
-- Writes what each address of the project that wants this type of event gets to know, in the transaction of what happened.
-- The worker sends it (lib/jobs/duties/send-webhooks.ts).

CREATE OR REPLACE FUNCTION notify_webhooks("project" TEXT, "event" TEXT, "facts" JSON) RETURNS VOID LANGUAGE sql VOLATILE AS $$
  INSERT INTO webhook_delivery (id, project_id, webhook_id, type, payload)
  SELECT new_queue_item_id(), w.project_id, w.id, "event", json_build_object(
    'type', "event",
    'timestamp', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', "facts")
  FROM webhook w
  JOIN project p ON p.id = w.project_id AND p.deleted_at IS NULL
  WHERE w.project_id = "project" AND w.is_enabled AND "event" = ANY(w.events)
$$;
