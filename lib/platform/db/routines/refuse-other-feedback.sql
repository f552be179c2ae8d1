-- Called by: lib/traces/feedback/store-feedback.internal.ts, where stored feedback has the id but not the content of what is to be stored.
-- Refuses the whole statement and names the row.

CREATE OR REPLACE FUNCTION refuse_other_feedback(project_id text, id text) RETURNS bytea LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'SF409', MESSAGE = project_id || '/' || id;
END $$;
