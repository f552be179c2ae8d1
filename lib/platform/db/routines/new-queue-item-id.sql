-- Called by: add_arrived_calls_to_queues.
-- A UUIDv7, as lib/platform/ids.ts makes them; PostgreSQL has its own only from version 18 on. Bits 52 and 53 turn version 4 into 7.

CREATE OR REPLACE FUNCTION "new_queue_item_id"() RETURNS TEXT LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
    FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid::text
$$;
